// Knows which of one's own games on the server must not be lost from sight while one looks at another page.
// Does not know how it is shown.
import { serverClock, untilFlagAt } from '../../game/clock/server_clock';
import type { ClockView } from '../../game/model';
import type { MatchSummary, Snapshot } from '../../wire';

/** A clock that does not count in days, and so runs out while one looks elsewhere. */
export function isTimed({ clocks = [] }: Pick<MatchSummary, 'clocks'>): boolean {
  const kind = clocks[0]?.kind ?? 'none';
  return kind !== 'none' && kind !== 'days';
}

/** A computer waits without a clock for as long as one likes. */
function isPressing(match: MatchSummary): boolean {
  return isTimed(match) || match.seats.some(({ player }, seat) => seat !== match.seat && player !== undefined && player.kind !== 'engine');
}

/** All that run and may have to be told of, the one to be told of first; also where others are to move. */
export function pressing(matches: readonly MatchSummary[]): readonly MatchSummary[] {
  const running = matches.filter((match) => match.phase === 'running' && match.seat !== undefined && isPressing(match));
  const weight = (match: MatchSummary) => Number(isTimed(match)) + 2 * Number(match.my_turn === true);
  return [...running].sort((a, b) => weight(b) - weight(a) || b.updated_at - a.updated_at);
}

export interface OwnClock {
  readonly clock: ClockView;
  readonly isRunning: boolean;
}

/** The clock of a seat, as the snapshot has it. */
export function ownClock({ setup, status, now }: Snapshot, seat: number): OwnClock | undefined {
  const clock = serverClock(setup, status, seat, untilFlagAt(status, now));
  return clock === undefined ? undefined : { clock, isRunning: status.running === seat };
}
