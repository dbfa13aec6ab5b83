import { expect, test } from 'vitest';
import { unfinishedFirst } from '../../src/pages/games/order';
import { placesOf, scoreAgainst, seatOf, wentFor } from '../../src/pages/games/result';
import type { MatchSummary } from '../../src/wire';

test.each([
  ['1-0', 0, 'won'],
  ['1-0', 1, 'lost'],
  ['0-2', 1, 'won'],
  ['1/2-1/2', 0, 'drawn'],
  ['1-1', 1, 'drawn'],
  ['1-2', 1, 'lost'],
  ['2-1-3', 1, 'won'],
  ['2-1-3', 2, { place: 3, of: 3 }],
  ['1-2-1-2', 2, 'won'],
  ['*', 0, undefined],
  ['0-0', 0, undefined],
  ['', 0, undefined],
] as const)('%s for seat %i', (result, seat, went) => {
  expect(wentFor(placesOf(result), seat)).toEqual(went);
});

const seat = (id: string) => ({ player: { id, name: id, kind: 'account' } }) as const;

function game(match: string, more: Partial<MatchSummary>): MatchSummary {
  return { match, game: 'american', phase: 'over', seats: [seat('me'), seat('bob')], created_at: 0, updated_at: 0, ...more };
}

test('games that go on come first, those in which one has to move before all others; the rest stay in their order', () => {
  const games = [game('a', {}), game('b', { phase: 'running' }), game('c', {}), game('d', { phase: 'running', my_turn: true }), game('e', { phase: 'waiting' })];
  expect(unfinishedFirst(games).map(({ match }) => match)).toEqual(['d', 'b', 'e', 'a', 'c']);
});

test('the score against a player counts games of two that have a result', () => {
  const games = [
    game('won', { seat: 0, result: '1-0' }),
    game('lost', { seat: 1, seats: [seat('bob'), seat('me')], result: '1-0' }),
    game('drawn', { seat: 0, result: '1/2-1/2' }),
    game('aborted', { seat: 0 }),
    game('running', { seat: 0, phase: 'running' }),
    game('with others', { seat: 0, seats: [seat('me'), seat('eve')], result: '1-0' }),
    game('of three', { seat: 0, seats: [seat('me'), seat('bob'), seat('eve')], result: '1-2-3' }),
    game('watched', { result: '1-0' }),
  ];
  expect(scoreAgainst(games, 'bob')).toEqual({ won: 1, lost: 1, drawn: 1 });
  expect(scoreAgainst(games, 'nobody')).toBeUndefined();
  expect(seatOf(game('a', {}), 'bob')).toBe(1);
  expect(seatOf(game('a', {}), 'eve')).toBeUndefined();
});
