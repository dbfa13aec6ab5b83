// Knows what a clock shows at a moment: never more than is left, and never less than nothing.
import type { ClockView } from '../model';

export interface ClockFace {
  readonly leftMs: number;
  readonly periods: number; // byoyomi's, not yet used up
}

/**
 * What the clock shows at `now`, where it had what the view says at `since` and runs. The time until the flag falls tells
 * the rest: a delay is not over while more than the main time is left, and byoyomi goes from period to period.
 */
export function faceAt(clock: ClockView, isRunning: boolean, since: number, now: number): ClockFace {
  const { leftMs, periods, untilFlagMs, stepMs = 0 } = clock;
  if (!isRunning) return { leftMs, periods };
  const passed = Math.max(0, now - since);
  if (untilFlagMs === undefined) return { leftMs: Math.max(0, leftMs - passed), periods };
  const left = Math.max(0, untilFlagMs - passed);
  if (periods === 0) return { leftMs: Math.min(leftMs, left), periods };
  const main = left - stepMs * periods;
  if (main > 0) return { leftMs: main, periods };
  const open = Math.min(periods, Math.ceil(left / stepMs));
  return { leftMs: Math.max(0, left - stepMs * Math.max(0, open - 1)), periods: open };
}

/** When the text of the face can next be another one: while a delay runs, when it is over. */
export function untilNextFace(clock: ClockView, since: number, now: number): number {
  const { leftMs, periods } = faceAt(clock, true, since, now);
  const delay = periods > 0 || clock.untilFlagMs === undefined ? 0 : clock.untilFlagMs - Math.max(0, now - since) - clock.leftMs;
  return delay > 0 ? delay : untilNextText(leftMs);
}

/** `2 days`, `1:02:03`, `4:05`; tenths under ten seconds, rounded down so that 0.0 is the end. */
export function clockText(leftMs: number, days: (count: number) => string, tenths = (seconds: number) => seconds.toFixed(1)): string {
  if (leftMs >= 48 * 3_600_000) return days(Math.floor(leftMs / 86_400_000));
  if (leftMs < 10_000) return `0:0${tenths(Math.floor(leftMs / 100) / 10)}`;
  // A second that has begun is shown whole, so that a clock of five minutes begins at 5:00.
  const seconds = Math.ceil(leftMs / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** In how many milliseconds the text will change, so that nothing is drawn in between. */
export function untilNextText(leftMs: number): number {
  if (leftMs <= 0) return Infinity;
  if (leftMs < 10_000) return Math.max(20, leftMs % 100 || 100);
  return Math.max(50, leftMs % 1000 || 1000);
}
