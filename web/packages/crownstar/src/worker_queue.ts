// A queue of questions to a worker: one is asked at a time, while the others wait. Knows how one is cancelled, and that a
// worker that was stopped or broke down is started anew for the next one. Does not know what is asked, and how a worker is started.
import type { Checked, Refusal } from '../../../src/rules/types';
import type { Question, Reply } from './worker_messages';

export interface StartedWorker {
  post(message: unknown): void;
  /** Whether somebody waits for it: a program in Node.js ends when nobody does. */
  hold(isWaitedFor: boolean): void;
  stop(): void;
}

export type StartWorker = (hear: (reply: Reply) => void, fail: (reason: string) => void) => StartedWorker;

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: unknown) => void) | undefined;
}

interface Waiting extends AskOptions {
  readonly question: Question;
  readonly settle: (answer: Checked<unknown>) => void;
}

/** More than so many questions wait for nothing that anybody wants to know. */
const mostWaiting = 1000;

export function refusalOf(reason: string): Refusal {
  return { ok: false, rule: '', reason };
}

const cancelled = refusalOf('the search was cancelled');

export class WorkerQueue {
  #worker: StartedWorker | null = null;
  #running: Waiting | null = null;
  #waiting: Waiting[] = [];
  #id = 0;
  #isClosed = false;

  constructor(
    private readonly start: StartWorker,
    private readonly beginning: Question & { kind: 'begin' },
  ) {}

  /** Starts the worker; what it says of itself. */
  begin(): Promise<Checked<unknown>> {
    return this.ask(this.beginning);
  }

  ask(question: Question, { signal, onProgress }: AskOptions = {}): Promise<Checked<unknown>> {
    if (this.#isClosed) return Promise.resolve(refusalOf('it is closed'));
    if (signal?.aborted === true) return Promise.resolve(cancelled);
    if (this.#waiting.length >= mostWaiting) return Promise.resolve(refusalOf(`${mostWaiting} questions wait already`));
    return new Promise((resolve) => {
      const cancel = () => this.#cancel(waiting);
      const settle = (answer: Checked<unknown>) => {
        signal?.removeEventListener('abort', cancel);
        resolve(answer);
      };
      const waiting = { question, settle, onProgress };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  close(): void {
    this.#isClosed = true;
    const all = [...(this.#running === null ? [] : [this.#running]), ...this.#waiting];
    this.#waiting = [];
    this.#stop();
    for (const { settle } of all) settle(refusalOf('it was closed'));
  }

  // A search hears nothing until it is done: its worker is stopped, and what it remembered is gone.
  #cancel(waiting: Waiting): void {
    if (waiting === this.#running) this.#stop();
    else this.#waiting = this.#waiting.filter((each) => each !== waiting);
    waiting.settle(cancelled);
    this.#next();
  }

  #stop(): void {
    this.#running = null;
    this.#worker?.stop();
    this.#worker = null;
  }

  #next(): void {
    if (this.#running !== null) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#running = next;
    this.#worker ??= this.#startedFor(next);
    this.#worker.hold(true);
    this.#id += 1;
    this.#worker.post({ id: this.#id, question: next.question });
  }

  #startedFor(next: Waiting): StartedWorker {
    const worker: StartedWorker = this.start(
      (reply) => this.#worker === worker && this.#hear(reply),
      (reason) => this.#worker === worker && this.#fail(reason),
    );
    if (next.question.kind !== 'begin') worker.post({ id: 0, question: this.beginning });
    return worker;
  }

  #hear(reply: Reply): void {
    const running = this.#running;
    if (reply.kind === 'broken') this.#fail(reply.reason);
    if (running === null || reply.id !== this.#id || reply.kind === 'broken') return;
    if (reply.kind === 'progress') {
      running.onProgress?.(reply.progress);
      return;
    }
    this.#running = null;
    this.#worker?.hold(false);
    running.settle(reply.answer);
    this.#next();
  }

  #fail(reason: string): void {
    const running = this.#running;
    this.#stop();
    running?.settle(refusalOf(`the worker broke down: ${reason}`));
    this.#next();
  }
}
