// Knows how the end of a game that the server reports is held by the page. Does not know how it is told (ending.ts).
import type { Outcome } from '../../rules/types';
import type { Status } from '../../wire';
import type { Ended } from '../model';

export function endedOf({ outcome }: Status): Ended | null {
  if (outcome === undefined) return null;
  const standings = outcome.standings.map(({ place, rule, reason }) => ({ place, rule: rule ?? '', reason: reason ?? '' }));
  const known: Outcome = {
    isOver: true,
    isDraw: outcome.drawn === true,
    rule: outcome.rule ?? '',
    reason: outcome.reason ?? '',
    standings,
  };
  return { ending: outcome.ending === 'abort' ? 'aborted' : outcome.ending, outcome: known };
}
