import { beforeAll, expect, test } from 'vitest';
import { AnalysisTree, lineTo } from '../../src/pages/analysis/tree';
import type { Rules } from '../../src/rules/types';
import { testRules, value } from './rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
  await rules.prepare('international');
});

function treeOf(...moves: string[]): AnalysisTree {
  const tree = value(AnalysisTree.begin(rules, 'american', null));
  for (const move of moves) value(tree.play(move));
  return tree;
}

test('playing goes on from where one looks, and another move begins a line of its own', () => {
  const tree = treeOf('11-15', '24-20');
  tree.go(lineTo(tree.at)[0]!);
  value(tree.play('23-19'));
  expect(tree.root.children[0]?.children.map((node) => node.text)).toEqual(['24-20', '23-19']);
  expect(lineTo(tree.at).map((node) => node.text)).toEqual(['11-15', '23-19']);
  expect(tree.mainLine().map((node) => node.text)).toEqual(['11-15', '24-20']);
});

test('a move that is known leads to its node', () => {
  const tree = treeOf('11-15');
  const node = tree.at;
  tree.go(tree.root);
  expect(value(tree.play('11-15'))).toBe(node);
  expect(tree.root.children).toHaveLength(1);
});

test('what is no move is refused and changes nothing', () => {
  const tree = treeOf('11-15', '22-18');
  expect(tree.play('12-16')).toMatchObject({ ok: false, rule: 'AM-7' });
  expect(tree.at.ply).toBe(2);
});

test('a line is taken away, and made the main one', () => {
  const tree = treeOf('11-15', '24-20');
  const first = tree.root.children[0]!;
  tree.go(first);
  const other = value(tree.play('23-19'));
  tree.promote(other);
  expect(tree.mainLine().map((node) => node.text)).toEqual(['11-15', '23-19']);
  tree.remove(other);
  expect(tree.at).toBe(first);
  expect(tree.mainLine().map((node) => node.text)).toEqual(['11-15', '24-20']);
});

test('written as PDN and read again it is the same tree', async () => {
  const tree = treeOf('11-15', '24-20', '8-11');
  tree.go(lineTo(tree.at)[0]!);
  value(tree.play('23-19'));
  value(tree.play('8-11'));
  tree.go(tree.root);
  value(tree.play('9-14'));
  const text = value(await rules.writeRecord({ token: 'american', moves: tree.recordMoves(), places: [] }));
  const [read] = await rules.readRecords(text);
  const { tree: again, faults } = value(AnalysisTree.fromRecord(rules, value(read!).record));
  expect(faults).toEqual([]);
  expect(again.recordMoves()).toEqual(tree.recordMoves());
});

test('a position is where it begins', () => {
  const tree = value(AnalysisTree.begin(rules, 'american', 'W:W18:B15'));
  expect(tree.root.pieces).toHaveLength(2);
  value(tree.play('18x11'));
  expect(tree.at.turn, 'the game is over').toBeNull();
});
