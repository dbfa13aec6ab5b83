// Knows how a worker answers: with the module that has the engine and the probing of tables, sent to it when it begins.
// Does not know where it runs and how files are read there.
import type { LoadedRules } from '../../../src/rules/loaded_rules';
import { loadedRulesFrom } from '../../../src/rules/from_sources';
import type { RulesModule } from '../../../src/rules/module';
import type { ModuleSource } from '../../../src/rules/sources';
import type { Checked } from '../../../src/rules/types';
import { fileReader, type ReadTable, type TableFiles } from './table_files';
import type { Asked, Question, Reply, TablesSource } from './worker_messages';

export interface WorkerPlace {
  readonly networks: Readonly<Record<string, ModuleSource>>;
  post(reply: Reply): void;
  /** How the bytes of a blob are read, or the first of them. */
  bytesOf(blob: Blob): Uint8Array;
  tablesFrom(source: TablesSource & { kind: 'address' | 'folder' }): TableFiles;
}

const encoder = new TextEncoder();
const noTables: ReadTable = () => null;
/** What the module is told instead of a number of bytes. */
const thereIsNone = -1;
const couldNotBeHad = -2;

const messageOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

function given(module: RulesModule, bytes: Uint8Array): number {
  const room = module.number('table_room', bytes.length);
  if (room !== 0) module.put(room, bytes);
  return bytes.length;
}

export function answererIn(place: WorkerPlace): (asked: Asked) => Promise<void> {
  let read = noTables;
  let current = 0;
  let rules: LoadedRules | undefined;
  let problem = 'nothing has begun';

  const answers = {
    progress: (module: RulesModule, bytes: number) => place.post({ id: current, kind: 'progress', progress: module.said(bytes) }),
    table: (module: RulesModule, at: number, bytes: number) => {
      try {
        const table = read(module.textAt(at, bytes));
        return table === null ? thereIsNone : given(module, table);
      } catch (failure) {
        given(module, encoder.encode(messageOf(failure)));
        return couldNotBeHad;
      }
    },
  };

  async function begin({ module, tables }: Question & { kind: 'begin' }): Promise<Checked<unknown>> {
    const loaded = await loadedRulesFrom({ featured: module, networks: place.networks }, answers);
    if (tables !== null) {
      const files = tables.kind === 'files' ? fileReader(loaded.featured, tables.files, place.bytesOf) : { ok: true as const, value: place.tablesFrom(tables) };
      if (!files.ok) {
        problem = files.reason;
        return files;
      }
      const { pieces } = files.value;
      read = files.value.read;
      loaded.featured.number('use_tables', pieces.values, pieces.distances, tables.memory);
    }
    rules = loaded;
    return { ok: true, value: rules.levels() };
  }

  async function answerTo(question: Question): Promise<Checked<unknown>> {
    if (question.kind === 'begin') return begin(question);
    if (rules === undefined) return { ok: false, rule: '', reason: problem };
    if (question.kind === 'search') await rules.prepare(question.game);
    const begun = rules.replay(question.game, question.kind === 'search' ? question.moves : [], question.position);
    if (!begun.ok) return begun;
    const game = begun.value;
    const answer = game.consult(question.kind, question.kind === 'search' ? question.options : '');
    game.free();
    return answer;
  }

  // One after the other, since a question may come while the worker still begins.
  let before = Promise.resolve();
  return ({ id, question }) => {
    before = before.then(async () => {
      current = id;
      try {
        place.post({ id, kind: 'answer', answer: await answerTo(question) });
      } catch (failure) {
        place.post({ id, kind: 'broken', reason: messageOf(failure) });
      }
    });
    return before;
  };
}
