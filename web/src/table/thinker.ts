// Knows how to ask the computer for a move without stopping the page: a worker with rules of its own.
// Refuses to know how it is chosen.

export interface Question {
  readonly id: number;
  readonly token: string;
  readonly start: string | null;
  readonly moves: readonly string[];
  readonly out: readonly { readonly seat: number; readonly ply: number }[];
  readonly level: string;
  readonly seed: number;
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly move: string }
  | { readonly id: number; readonly ok: false; readonly reason: string };

export interface Thinker {
  ask(question: Omit<Question, 'id'>): Promise<string>;
  stop(): void;
}

export function startThinker(): Thinker {
  const worker = new Worker(new URL('./thinker_worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (move: string) => void; reject: (problem: Error) => void }>();
  let last = 0;
  const failAll = (reason: string) => {
    for (const one of waiting.values()) one.reject(new Error(reason));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asker?.resolve(data.move);
    else asker?.reject(new Error(data.reason));
  };
  worker.onerror = (event) => failAll(event.message);
  return {
    ask(question) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ ...question, id } satisfies Question);
      });
    },
    stop() {
      worker.terminate();
      waiting.clear(); // nobody is left to hear
    },
  };
}
