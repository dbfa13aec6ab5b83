import { beforeAll, expect, test } from 'vitest';
import { GameTree } from '../../../src/game/game_tree';
import { namedLines, openingAt, openingOf } from '../../../src/pages/analysis/openings';
import type { Rules } from '../../../src/rules/types';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

test('every named line can be played, and each is there once', () => {
  for (const line of namedLines) {
    const tree = value(GameTree.begin(rules, 'american'));
    for (const move of line.split(' ')) value(tree.play(move));
    tree.free();
  }
  expect(new Set(namedLines).size).toBe(namedLines.length);
});

test('a game is called after its longest beginning that has a name', () => {
  expect(openingOf(['11-15'])).toBe('Old Faithful');
  expect(openingOf(['11-15', '23-19', '8-11', '22-17'])).toBe('Old Faithful');
  expect(openingOf(['11-15', '23-19', '8-11', '22-17', '9-13', '24-20'])).toBe('Laird and Lady');
  expect(openingOf(['9-14', '23-18', '14x23', '27x18']), 'however a capture is written').toBe('Double Cross');
  expect(openingOf([])).toBeUndefined();
});

test('the name is that of the line on which a position stands, of this game from its own start alone', () => {
  const tree = value(GameTree.begin(rules, 'american'));
  expect(openingAt(tree.token, tree.start, tree.root)).toBeUndefined();
  value(tree.play('11-15'));
  const first = tree.at;
  value(tree.play('24-20'));
  tree.go(first);
  const other = value(tree.play('22-17'));
  expect(openingAt(tree.token, tree.start, tree.root), 'the main line').toBe('Ayrshire Lassie');
  expect(openingAt(tree.token, tree.start, other), 'a line beside it').toBe('Old Faithful');
  expect(openingAt('flying-king', null, tree.root)).toBeUndefined();
  expect(openingAt('american', 'B:W18:B15', tree.root)).toBeUndefined();
  tree.free();
});
