import { beforeAll, expect, test } from 'vitest';
import { edited, writtenFen, writtenStar } from '../../../src/pages/analysis/editing';
import type { Rules } from '../../../src/rules/types';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

test('what is written of a position is that position', () => {
  for (const token of ['american', 'flying-king', 'sternhalma', 'sternhalma:players=3']) {
    const game = value(rules.start(token));
    const isStar = game.layout().shape === 'star';
    const whiteSeat = game.seatName(0) === 'White' ? 0 : 1;
    const text = isStar
      ? writtenStar(game.layout(), game.pieces(), 1)
      : writtenFen(game.layout(), game.pieces(), whiteSeat, game.seatToMove() === whiteSeat);
    const again = value(rules.start(token, text));
    expect(again.position(), token).toBe(game.position());
  }
});

test('CC-22: who has no piece left on a star of three has left', () => {
  const game = value(rules.start('sternhalma:players=3'));
  value(game.withdraw(1, 'resigned'));
  const seats = [[1], [3], [5]];
  const text = writtenStar(game.layout(), game.pieces(), 1, seats);
  expect(text).toBe(game.position());
  expect(value(rules.start('sternhalma:players=3', text)).key()).toBe(game.key());
});

test('pieces are put, moved, replaced and taken off', () => {
  const red = { seat: 0, set: 1, isKing: false };
  const king = { seat: 1, set: 2, isKing: true };
  let pieces = edited([], null, 5, red);
  expect(pieces).toEqual([{ point: 5, ...red }]);
  pieces = edited(pieces, null, 5, king);
  expect(pieces, 'another brush replaces').toEqual([{ point: 5, ...king }]);
  pieces = edited(pieces, 5, 9, red);
  expect(pieces).toEqual([{ point: 9, ...king }]);
  expect(edited(pieces, null, 9, king), 'the same brush takes off').toEqual([]);
  expect(edited(pieces, 9, null, red)).toEqual([]);
  expect(edited(pieces, null, 9, null)).toEqual([]);
});
