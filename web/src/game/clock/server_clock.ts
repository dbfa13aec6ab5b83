// Knows what a seat's clock shows, as the server tells it. A game on this device keeps its own time: own_clock.ts.
import type { Clock, Status } from '../../wire';
import type { ClockView } from '../model';

/** While a clock runs, what comes by itself is the fall of its flag: how long it is until then. */
export function untilFlagAt({ running, deadline_at: deadline }: Status, now: number): number | undefined {
  return running === undefined || deadline === undefined ? undefined : Math.max(0, deadline - now);
}

interface Terms {
  readonly seats: readonly { readonly clock: Clock }[];
}

/** `untilFlagMs`: of the clock that runs. Undefined where the seat has none. */
export function serverClock({ seats }: Terms, { clocks, running }: Pick<Status, 'clocks' | 'running'>, seat: number, untilFlagMs: number | undefined): ClockView | undefined {
  const clock = clocks?.[seat];
  if (clock === undefined) return undefined;
  const terms = seats[seat]?.clock;
  return {
    leftMs: clock.left_ms,
    periods: terms?.kind === 'turn' ? 0 : (clock.periods ?? 0), // of seconds a turn, they are the turns that may be missed
    untilFlagMs: running === seat ? untilFlagMs : undefined,
    stepMs: terms?.step_ms ?? 0,
  };
}
