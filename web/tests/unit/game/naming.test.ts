import { expect, test } from 'vitest';
import { GameTree } from '../../../src/game/game_tree';
import { seatTitle } from '../../../src/game/naming';
import { gameName } from '../../../src/pages/lobby/naming';
import { testRules, value } from '../rules/modules';

test('a game is named with its options in words', () => {
  expect(gameName('american')).toBe('American checkers');
  expect(gameName('sternhalma:players=6,goal=closed')).toBe('Chinese checkers (6 players; Leaving the goal: Not allowed)');
});

test('a computer has the same name at a table of two as among many, by its seat', async () => {
  const rules = await testRules();
  for (const token of ['american', 'sternhalma', 'sternhalma:players=6']) {
    const tree = value(GameTree.begin(rules, token));
    const computer = { name: '', player: { id: 'casual', name: 'Casual', kind: 'engine' }, isMine: false, isThere: true, place: 0, isOut: false } as const;
    expect(seatTitle(tree, { ...computer, seat: 1 })).toBe('Mira');
    tree.free();
  }
});
