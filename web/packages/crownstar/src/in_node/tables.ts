// Knows what `crownstar/tables` gives to Node.js, where tables are opened from a folder. Does not know how they are asked.
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { filesOf, memoryOf, tablesFrom } from '../tables_client';
import type { Tables, TablesOptions, TablesPlace } from '../tables_types';
import type { TablesSource } from '../worker_messages';
import { engineModule, workerIn } from './start_worker';

async function folderOf(place: string | URL, options: TablesOptions): Promise<TablesSource> {
  const path = place instanceof URL ? fileURLToPath(place) : place;
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) throw new Error(`there is no folder '${path}'; crownstar tables build GAME --folder makes one`);
  return { kind: 'folder', path, memory: memoryOf(options) };
}

/** Nothing reads a blob at once here, as a search needs it. */
async function bytesInPlace(source: TablesSource): Promise<TablesSource> {
  if (source.kind !== 'files') return source;
  const files = await Promise.all(source.files.map(async (file) => (file instanceof Uint8Array ? file : new Uint8Array(await file.arrayBuffer()))));
  return { ...source, files };
}

export async function openTables(place: TablesPlace, options: TablesOptions = {}): Promise<Tables> {
  const isFolder = typeof place === 'string' || place instanceof URL;
  const source = isFolder ? await folderOf(place, options) : await bytesInPlace(filesOf(place, options));
  return tablesFrom(await engineModule(options.worker), workerIn(options.worker), source);
}
