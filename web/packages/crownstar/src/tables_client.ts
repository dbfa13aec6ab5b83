// Knows how endgame tables are opened and asked. Does not know where their worker runs.
import type { Checked, Game } from '../../../src/rules/types';
import { WorkerQueue, refusalOf, type StartWorker } from './worker_queue';
import type { Probe, Tables, TablesOptions } from './tables_types';
import type { TablesSource } from './worker_messages';

const usualMemory = 256;
const mostMemory = 2048;
const mostPieces = 8;

const sources = new WeakMap<Tables, TablesSource>();

/** Where these tables come from, for a worker that opens them itself. */
export function sourceOf(tables: Tables): TablesSource {
  const source = sources.get(tables);
  if (source === undefined) throw new TypeError('tables: expected what openTables gave');
  return source;
}

function wholeNumber(name: string, number: number, most: number): number {
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new RangeError(`${name}: expected a whole number from 1 to ${most}, not ${String(number)}`);
}

export function memoryOf({ memory = usualMemory }: TablesOptions): number {
  return wholeNumber('memory', memory, mostMemory);
}

export function addressOf(base: URL, options: TablesOptions): TablesSource {
  if (options.pieces === undefined) throw new TypeError('pieces: an address needs to know up to how many pieces there are tables, { pieces: 4 }');
  const folder = base.href.endsWith('/') ? base.href : `${base.href}/`;
  return { kind: 'address', base: folder, pieces: wholeNumber('pieces', options.pieces, mostPieces), memory: memoryOf(options) };
}

/** Files of other names than tables have are passed over, as when somebody has picked a whole folder. */
export function filesOf(files: Iterable<Blob | ArrayBuffer | Uint8Array>, options: TablesOptions): TablesSource {
  const isTable = (file: Blob | ArrayBuffer | Uint8Array) => !(file instanceof Blob && 'name' in file) || /\.(values|distances)$/.test(String(file.name));
  const taken = [...files].filter(isTable).map((file) => (file instanceof ArrayBuffer ? new Uint8Array(file) : file));
  if (taken.length === 0) throw new TypeError('there is no table among these files');
  if (!taken.every((file) => file instanceof Uint8Array || file instanceof Blob)) throw new TypeError('expected files as File, Blob, ArrayBuffer or Uint8Array');
  return { kind: 'files', files: taken, memory: memoryOf(options) };
}

class WorkerTables implements Tables {
  constructor(private readonly worker: WorkerQueue) {}

  async probe(game: string | Game, position?: string): Promise<Checked<Probe | null>> {
    const token = typeof game === 'string' ? game : game.token;
    const text = position ?? (typeof game === 'string' ? '' : game.position());
    if (typeof token !== 'string' || typeof text !== 'string') return refusalOf("probe: expected a game and a position, ('american', 'W:WK14:BK6,K7')");
    if (text === '') return refusalOf('position: expected a position, such as W:WK14:BK6,K7');
    return (await this.worker.ask({ kind: 'probe', game: token, position: text })) as Checked<Probe | null>;
  }

  close(): void {
    this.worker.close();
  }
}

export async function tablesFrom(module: WebAssembly.Module, start: StartWorker, source: TablesSource): Promise<Tables> {
  const worker = new WorkerQueue(start, { kind: 'begin', module, tables: source });
  const begun = await worker.begin();
  if (!begun.ok) {
    worker.close();
    throw new Error(begun.reason);
  }
  const tables = new WorkerTables(worker);
  sources.set(tables, source);
  return tables;
}
