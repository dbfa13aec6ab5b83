// Reads one text of games beside the page.
import { loadRules } from '../../rules/load';
import type { ReadingQuestion, ReadingReply } from './reading';

addEventListener('message', ({ data }: MessageEvent<ReadingQuestion>) => {
  loadRules()
    .then((rules) => rules.readRecords(data.text, data.token, data.most))
    .then(
      (games) => postMessage({ ok: true, games } satisfies ReadingReply),
      (problem: unknown) => postMessage({ ok: false, reason: String(problem) } satisfies ReadingReply),
    );
});
