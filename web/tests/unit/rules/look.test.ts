import { beforeAll, expect, test } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import { thinkingTestRules, value } from './modules';

let rules: Rules;
beforeAll(async () => {
  rules = await thinkingTestRules();
});

test('the computer tells what it makes of a position, with lines that can be played', () => {
  for (const token of ['american', 'flying-king', 'sternhalma']) {
    const game = value(rules.start(token));
    const found = value(game.look(20_000, 2));
    expect(found.lines.length, token).toBeGreaterThan(0);
    expect(found.lines[0]?.moves[0], token).toBe(found.move);
    for (const line of found.lines) {
      const copy = game.clone();
      for (const move of line.moves) value(copy.play(move));
      copy.free();
    }
    game.free();
  }
});

test('a capture that wins everything is worth more than the board before it', () => {
  const game = value(rules.start('american', 'B:W18:B15,1'));
  const found = value(game.look(20_000, 1));
  expect(found.move).toBe('15x22');
  expect(found.lines[0]?.plies ?? found.lines[0]?.score).toBeGreaterThan(0);
});

test('a position without a choice is looked into as any other', () => {
  const game = value(rules.replay('american', ['11-15', '22-18']));
  expect(value(game.legalMoves()).map((move) => move.text)).toEqual(['15x22']);
  expect(value(game.look(20_000, 1)).depth).toBeGreaterThan(3);
  game.free();
});
