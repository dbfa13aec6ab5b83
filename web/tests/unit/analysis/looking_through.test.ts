import { expect, test } from 'vitest';
import { forcedIn } from '../../../src/pages/analysis/looking_through';
import { GameTree } from '../../../src/game/game_tree';
import { testRules, value } from '../rules/modules';

test.each([
  ['american', '11-15 22-18 15x22 25x18'],
  ['sternhalma', ''],
])('the rules say where there was one move alone: %s', async (token, moves) => {
  const rules = await testRules();
  const tree = value(GameTree.begin(rules, token));
  const played = moves === '' ? ['e5-f5'] : moves.split(' ');
  for (const move of played) value(tree.play(move));
  const forced = [...forcedIn(rules, tree)].map(({ ply }) => ply);
  const game = value(rules.start(token));
  const single = played.flatMap((move, at) => {
    const count = value(game.legalMoves()).length;
    value(game.play(move));
    return count === 1 ? [at] : [];
  });
  game.free();
  expect(forced).toEqual(single);
  if (token === 'american') expect(forced, '15x22').toContain(2);
  tree.free();
});
