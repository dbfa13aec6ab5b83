import { expect, test } from 'vitest';
import { watchedClocks } from '../../src/pages/lobby/watched_clocks';
import type { Clock } from '../../src/wire';

const seats = [{}, {}];
const fischer: Clock = { kind: 'fischer', main_ms: 300_000, step_ms: 3000 };

test('each seat has the clock that the server names, and the flag falls on the one that runs', () => {
  const time = { at: 1_000_000, clocks: [{ left_ms: 120_000 }, { left_ms: 90_000 }], running: 1, flag_at: 1_090_500 };
  expect(watchedClocks({ clocks: [fischer, fischer], seats, time })).toEqual([
    { leftMs: 120_000, periods: 0, untilFlagMs: undefined, stepMs: 3000 },
    { leftMs: 90_000, periods: 0, untilFlagMs: 90_500, stepMs: 3000 },
  ]);
});

test('before the first moves all clocks stand', () => {
  const time = { at: 1_000_000, clocks: [{ left_ms: 300_000 }, { left_ms: 300_000 }] };
  expect(watchedClocks({ clocks: [fischer, fischer], seats, time }).map((clock) => clock?.untilFlagMs)).toEqual([undefined, undefined]);
});

test('turns that may be missed are no periods; those of byoyomi are', () => {
  const turn: Clock = { kind: 'turn', step_ms: 30_000, periods: 3 };
  const byoyomi: Clock = { kind: 'byoyomi', main_ms: 0, step_ms: 10_000, periods: 3 };
  const time = { at: 0, clocks: [{ left_ms: 30_000, periods: 2 }, { left_ms: 10_000, periods: 2 }], running: 0, flag_at: 30_000 };
  expect(watchedClocks({ clocks: [turn, byoyomi], seats, time }).map((clock) => clock?.periods)).toEqual([0, 2]);
});

test('without clocks, or where the server does not know them, none is shown', () => {
  expect(watchedClocks({ clocks: [{ kind: 'none' }, { kind: 'none' }], seats })).toEqual([]);
});
