// Knows how the engine is asked for a move. Does not know where its worker runs.
import type { Checked, Level } from '../../../src/rules/types';
import { WorkerQueue, refusalOf, type StartWorker } from './worker_queue';
import type { Engine, Found, SearchQuestion } from './engine_types';
import { questionOf } from './search_question';
import { sourceOf } from './tables_client';
import type { Tables } from './tables_types';

class WorkerEngine implements Engine {
  constructor(
    private readonly worker: WorkerQueue,
    readonly levels: readonly Level[],
  ) {}

  async search(asked: SearchQuestion): Promise<Checked<Found>> {
    const question = questionOf(asked);
    if (!question.ok) return question;
    const { signal, onProgress } = asked;
    if (signal !== undefined && !(signal instanceof AbortSignal)) return refusalOf('signal: expected an AbortSignal');
    if (onProgress !== undefined && typeof onProgress !== 'function') return refusalOf('onProgress: expected a function');
    return (await this.worker.ask(question.value, { signal, onProgress: onProgress as ((progress: unknown) => void) | undefined })) as Checked<Found>;
  }

  close(): void {
    this.worker.close();
  }
}

export async function engineFrom(module: WebAssembly.Module, start: StartWorker, tables: Tables | undefined): Promise<Engine> {
  const worker = new WorkerQueue(start, { kind: 'begin', module, tables: tables === undefined ? null : sourceOf(tables) });
  const begun = (await worker.begin()) as Checked<readonly Level[]>;
  if (begun.ok) return new WorkerEngine(worker, begun.value);
  worker.close();
  throw new Error(begun.reason);
}
