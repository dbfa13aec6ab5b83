// Knows what a clock shows at a moment: never more than is left, and never less than nothing.
import type { ClockView } from './model';

/** What is left at `now`, where the clock had `leftMs` at `since` and runs. */
export function leftAt(clock: ClockView, isRunning: boolean, since: number, now: number): number {
  const left = isRunning ? clock.leftMs - Math.max(0, now - since) : clock.leftMs;
  return Math.max(0, left);
}

/** `2 days`, `1:02:03`, `4:05`; tenths under ten seconds, rounded down so that 0.0 is the end. */
export function clockText(leftMs: number, days: (count: number) => string): string {
  if (leftMs >= 48 * 3_600_000) return days(Math.floor(leftMs / 86_400_000));
  if (leftMs < 10_000) return `0:0${(Math.floor(leftMs / 100) / 10).toFixed(1)}`;
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
