import { expect, test } from 'vitest';
import type { Clock } from '../../wire';
import { afterMove, afterThought, shownTime, timeAtStart, untilFlag } from './own_clock';

test('Fischer adds a step after each move, and begins with one where there is nothing else', () => {
  const clock: Clock = { kind: 'fischer', main_ms: 60_000, step_ms: 5000 };
  const time = timeAtStart(clock);
  expect(untilFlag(clock, time)).toBe(60_000);
  expect(afterMove(clock, time, 20_000).mainMs).toBe(45_000);
  expect(afterThought(clock, time, 20_000).mainMs, 'time taken without a move').toBe(40_000);
  expect(timeAtStart({ kind: 'fischer', step_ms: 5000 }).mainMs).toBe(5000);
});

test('a delay costs nothing and saves nothing', () => {
  const clock: Clock = { kind: 'delay', main_ms: 60_000, step_ms: 5000 };
  const time = timeAtStart(clock);
  expect(untilFlag(clock, time)).toBe(65_000);
  expect(afterMove(clock, time, 1000)).toEqual(time);
  expect(afterMove(clock, time, 8000).mainMs).toBe(57_000);
});

test('a byoyomi period in which a move was made is kept', () => {
  const clock: Clock = { kind: 'byoyomi', main_ms: 60_000, step_ms: 10_000, periods: 3 };
  const inPeriods = afterMove(clock, timeAtStart(clock), 69_000);
  expect(inPeriods).toEqual({ mainMs: 0, periods: 3 });
  expect(shownTime(clock, inPeriods)).toEqual({ leftMs: 10_000, periods: 3 });
  expect(afterMove(clock, inPeriods, 25_000)).toEqual({ mainMs: 0, periods: 1 });
  expect(untilFlag(clock, { mainMs: 0, periods: 1 })).toBe(10_000);
  expect(afterThought(clock, inPeriods, 99_000).periods).toBe(0);
});
