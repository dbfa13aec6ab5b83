// Knows how games are read from a text without stopping the page: a long one by a worker with rules of its own.
// Does not know what is made of them.
import type { RecordResult, Rules } from '../../rules/types';

export interface ReadingQuestion {
  readonly text: string;
  readonly token: string;
  readonly most: number;
}

export type ReadingReply =
  | { readonly ok: true; readonly games: readonly RecordResult[] }
  | { readonly ok: false; readonly reason: string };

/** Shorter texts are read sooner than a worker has loaded its rules. */
const longText = 50_000;

/** A field takes the better part of a second to lay out a text of two million characters. */
export const isShowable = (text: string): boolean => text.length <= 4 * longText;

export function readGames(rules: Rules, question: ReadingQuestion): Promise<readonly RecordResult[]> {
  if (question.text.length < longText) return rules.readRecords(question.text, question.token, question.most);
  const worker = new Worker(new URL('./reading_worker.ts', import.meta.url), { type: 'module' });
  const games = new Promise<readonly RecordResult[]>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadingReply>) => {
      if (data.ok) resolve(data.games);
      else reject(new Error(data.reason));
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(question);
  });
  return games.finally(() => worker.terminate());
}
