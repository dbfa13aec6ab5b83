// Knows how the time of a game on this device is kept: what each seat has at the start, spends, and gets for a move.
// The same terms as on the server; does not know when it is, and what becomes of who has none left.
import type { Clock } from '../../wire';

export interface Time {
  readonly mainMs: number;
  readonly periods: number; // byoyomi's, not yet used up
}

const stepOf = (clock: Clock): number => clock.step_ms ?? 0;

export function timeAtStart({ kind, main_ms: main = 0, step_ms: step = 0, periods = 0 }: Clock): Time {
  return kind === 'fischer' && main === 0 ? { mainMs: step, periods: 0 } : { mainMs: main, periods: kind === 'byoyomi' ? periods : 0 };
}

/** How long the seat may think before its flag falls. */
export function untilFlag(clock: Clock, { mainMs, periods }: Time): number {
  if (clock.kind === 'delay') return mainMs + stepOf(clock);
  return mainMs + stepOf(clock) * periods;
}

/** What is left of it after thinking; a byoyomi period that was not used up is kept whole. */
export function afterThought(clock: Clock, { mainMs, periods }: Time, thoughtMs: number): Time {
  const charged = Math.max(0, clock.kind === 'delay' ? thoughtMs - stepOf(clock) : thoughtMs);
  const over = Math.max(0, charged - mainMs);
  const left = Math.max(0, mainMs - charged);
  if (clock.kind !== 'byoyomi' || over === 0) return { mainMs: left, periods };
  return { mainMs: left, periods: Math.max(0, periods - Math.floor(over / Math.max(1, stepOf(clock)))) };
}

export function afterMove(clock: Clock, time: Time, thoughtMs: number): Time {
  const left = afterThought(clock, time, thoughtMs);
  return clock.kind === 'fischer' ? { ...left, mainMs: left.mainMs + stepOf(clock) } : left;
}

/** What stands on the clock before any more is thought. */
export function shownTime(clock: Clock, time: Time): { readonly leftMs: number; readonly periods: number } {
  const isInPeriods = clock.kind === 'byoyomi' && time.mainMs === 0 && time.periods > 0;
  return { leftMs: isInPeriods ? stepOf(clock) : time.mainMs, periods: time.periods };
}
