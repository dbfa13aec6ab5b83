// Knows how the files of tables that somebody has at hand are found by the names that the module asks for.
// Does not know what is in them: the module says which table a file is.
import type { RulesModule } from '../../../src/rules/module';
import type { Checked } from '../../../src/rules/types';

/** The bytes of `american/1m2k-0m1k.values`; null where there is no such file. Throws where it cannot be had. */
export type ReadTable = (file: string) => Uint8Array | null;

export interface TableFiles {
  readonly pieces: Pieces;
  readonly read: ReadTable;
}

/** With up to how many pieces there are values, and distances. */
export interface Pieces {
  readonly values: number;
  readonly distances: number;
}

/** As much as says which table a file is. */
const headBytes = 128;

/** What tables of these names have. */
export function mostPieces(names: Iterable<string>): Pieces {
  const most = { values: 0, distances: 0 };
  for (const name of names) {
    const [, ...parts] = /(\d)m(\d)k-(\d)m(\d)k\.(values|distances)$/.exec(name) ?? [];
    const kind = parts.pop() as keyof Pieces | undefined;
    if (kind !== undefined) most[kind] = Math.max(most[kind], parts.map(Number).reduce((sum, number) => sum + number, 0));
  }
  return most;
}

export function fileReader(module: RulesModule, files: readonly (Blob | Uint8Array)[], bytesOf: (blob: Blob) => Uint8Array): Checked<TableFiles> {
  const named = new Map<string, Blob | Uint8Array>();
  for (const [index, file] of files.entries()) {
    module.give(file instanceof Uint8Array ? file.subarray(0, headBytes) : bytesOf(file.slice(0, headBytes)));
    const name = module.ask('table_name') as Checked<string>;
    if (!name.ok) return { ...name, reason: `file ${index + 1} of ${files.length}: ${name.reason}` };
    named.set(name.value, file);
  }
  const read: ReadTable = (name) => {
    const file = named.get(name);
    if (file === undefined) return null;
    return file instanceof Uint8Array ? file : bytesOf(file);
  };
  return { ok: true, value: { pieces: mostPieces(named.keys()), read } };
}
