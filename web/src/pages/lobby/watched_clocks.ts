// Knows what the clocks of a game in a list show, as the server tells them. Does not know how they are drawn.
import { serverClock } from '../../game/clock/server_clock';
import type { ClockView } from '../../game/model';
import type { MatchSummary } from '../../wire';

/** Of each seat what its clock had at `at` of the server's time; none where the game has no clocks, or the server knows no more. */
export function watchedClocks({ clocks = [], time, seats }: Pick<MatchSummary, 'clocks' | 'time' | 'seats'>): readonly (ClockView | undefined)[] {
  if (time === undefined) return [];
  const terms = { seats: clocks.map((clock) => ({ clock })) };
  const untilFlag = time.flag_at === undefined ? undefined : Math.max(0, time.flag_at - time.at);
  return seats.map((_, seat) => serverClock(terms, time, seat, untilFlag));
}
