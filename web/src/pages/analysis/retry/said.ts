// Knows what is said to somebody who looks for a better move: what is asked, or what became of the move that was tried.
import { say } from '../../../messages/messages';
import { markSigns } from '../judging';
import type { Retrying } from './retrying';

export function saidOf({ state, mistake, mistakes }: Retrying): string {
  const { phase, verdict, tried, found } = state.value;
  const [played, best] = [mistake?.played.text ?? '', mistake?.best ?? ''];
  if (phase === 'over') return say('analysis.retry.over', { count: found, all: mistakes.length });
  if (phase === 'shown') return say('analysis.retry.shown', { move: best });
  if (phase === 'judging') return say('analysis.retry.judging', { move: tried });
  switch (verdict) {
    case 'best':
      return say('analysis.retry.best', { move: tried });
    case 'good':
      return `${say('analysis.retry.good', { move: tried })} ${say('analysis.retry.computer', { move: best })}`;
    case 'weak':
      return say('analysis.retry.weak', { move: tried });
    case 'same':
      return say('analysis.retry.same', { move: played });
    case 'unjudged':
      return say('refusal.engine_unavailable');
    case null: {
      const mark = mistake?.mark ?? 'mistake';
      return `${markSigns[mark]} ${say(`analysis.mark.${mark}`, { move: played })}. ${say('analysis.retry.find')}`;
    }
  }
}
