// Which of one's own games is told of above other pages, and what time one has in it.
import { expect, test } from 'vitest';
import { ownClock, pressing } from '../../src/pages/games/running';
import type { Clock, MatchSummary, Snapshot } from '../../src/wire';

const person = { player: { id: 'b', name: 'Béla', kind: 'guest' } } as const;
const computer = { player: { id: 'casual', name: 'Casual', kind: 'engine' } } as const;
const fischer: Clock = { kind: 'fischer', main_ms: 60_000 };

function game(match: string, more: Partial<MatchSummary>): MatchSummary {
  return { match, game: 'american', phase: 'running', seats: [{ player: { id: 'a', name: 'Ada', kind: 'guest' } }, person], seat: 0, created_at: 0, updated_at: 0, ...more };
}

test('where one is to move comes first, then where a clock runs, then what was played last', () => {
  const games = [
    game('old', { updated_at: 1 }),
    game('late', { updated_at: 2 }),
    game('timed', { clocks: [fischer, fischer] }),
    game('turn', { my_turn: true }),
    game('both', { my_turn: true, clocks: [fischer, fischer] }),
  ];
  expect(pressing(games).map(({ match }) => match)).toEqual(['both', 'turn', 'timed', 'late', 'old']);
});

test('a computer without a clock waits; one with a clock does not', () => {
  const seats = [{}, computer];
  const days: Clock = { kind: 'days', step_ms: 86_400_000 };
  const games = [game('untimed', { seats, my_turn: true }), game('days', { seats, clocks: [days, days] }), game('timed', { seats, clocks: [fischer, fischer] })];
  expect(pressing(games).map(({ match }) => match)).toEqual(['timed']);
});

test('what does not run, and what one only watches, is not told', () => {
  const { seat: _, ...watched } = game('watched', {});
  expect(pressing([game('over', { phase: 'over' }), game('waiting', { phase: 'waiting' }), watched])).toEqual([]);
});

test('one’s own clock runs only while one is to move', () => {
  const status = { phase: 'running', ply: 2, clocks: [{ left_ms: 5000 }, { left_ms: 9000 }], running: 0, deadline_at: 106_000 } as const;
  const snapshot = { match: 'm', number: 3, setup: { match: 'm', game: 'american', seats: [{ name: 'Red', clock: fischer }, { name: 'White', clock: fischer }] }, status, now: 101_000 } as unknown as Snapshot;
  expect(ownClock(snapshot, 0)).toEqual({ isRunning: true, clock: { leftMs: 5000, periods: 0, untilFlagMs: 5000, stepMs: 0 } });
  expect(ownClock(snapshot, 1)).toEqual({ isRunning: false, clock: { leftMs: 9000, periods: 0, untilFlagMs: undefined, stepMs: 0 } });
  expect(ownClock({ ...snapshot, status: { ...status, clocks: [] } }, 0)).toBeUndefined();
});
