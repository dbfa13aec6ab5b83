// Knows what `crownstar/tables` gives to a browser. Does not know how tables are asked: tables_client.ts. Node.js gets
// in_node/tables.ts instead, which has the same names.
import { engineModule, placeOfPage, workerIn } from './start_worker';
import { addressOf, filesOf, tablesFrom } from './tables_client';
import type { Tables, TablesOptions, TablesPlace } from './tables_types';

export type { Probe, ProbedMove, Tables, TablesOptions, TablesPlace, TableValue } from './tables_types';

/** Endgame tables at an address, or in files. A file is read when a position needs it. */
export async function openTables(place: TablesPlace, options: TablesOptions = {}): Promise<Tables> {
  const isAddress = typeof place === 'string' || place instanceof URL;
  const source = isAddress ? addressOf(new URL(place, placeOfPage()), options) : filesOf(place, options);
  return tablesFrom(await engineModule(options.worker), workerIn(options.worker), source);
}
