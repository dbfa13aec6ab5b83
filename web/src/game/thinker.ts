// Knows how to ask the computer for a move without stopping the page: a worker with rules of its own.
// Does not know how it is chosen.
import type { Findings } from '../rules/types';

export interface Question {
  readonly id: number;
  readonly token: string;
  readonly start: string | null;
  readonly moves: readonly string[];
  readonly out: readonly { readonly seat: number; readonly ply: number }[];
  readonly task: Task;
}

/** A move to play as the level would, or what the strongest makes of the position. */
export type Task =
  | { readonly kind: 'move'; readonly level: string; readonly seed: number }
  | { readonly kind: 'look'; readonly nodes: number; readonly lines: number };

export type Reply =
  | { readonly id: number; readonly ok: true; readonly move: string; readonly findings?: Findings }
  | { readonly id: number; readonly ok: false; readonly reason: string };

/** The position that is asked about. */
export type GamePosition = Omit<Question, 'id' | 'task'>;

export interface Thinker {
  /** Its worker could not be loaded or broke down: whatever it is asked is refused, and another one may do better. */
  readonly isBroken: boolean;
  choose(position: GamePosition, level: string, seed: number): Promise<string>;
  look(position: GamePosition, nodes: number, lines: number): Promise<Findings>;
  stop(): void;
}

export function startThinker(): Thinker {
  const worker = new Worker(new URL('./thinker_worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (reply: Reply & { ok: true }) => void; reject: (problem: Error) => void }>();
  let last = 0;
  let broken: string | undefined;
  const failAll = (reason: string) => {
    broken = reason;
    for (const one of waiting.values()) one.reject(new Error(reason));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asker?.resolve(data);
    else asker?.reject(new Error(data.reason));
  };
  // Where its file does not come, the event has no message.
  worker.onerror = (event) => failAll(event.message || 'the computer could not be loaded');
  const ask = (position: GamePosition, task: Task): Promise<Reply & { ok: true }> => {
    if (broken !== undefined) return Promise.reject(new Error(broken));
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...position, id, task } satisfies Question);
    });
  };
  return {
    get isBroken() {
      return broken !== undefined;
    },
    choose: async (position, level, seed) => (await ask(position, { kind: 'move', level, seed })).move,
    look: async (position, nodes, lines) => {
      const { findings } = await ask(position, { kind: 'look', nodes, lines });
      if (findings === undefined) throw new Error('the computer found nothing');
      return findings;
    },
    stop() {
      worker.terminate();
      waiting.clear(); // nobody is left to hear
    },
  };
}
