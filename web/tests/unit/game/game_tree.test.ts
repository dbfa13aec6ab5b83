import { beforeAll, expect, test } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import { GameTree, lineTo } from '../../../src/game/game_tree';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

function treeOf(...moves: string[]): GameTree {
  const tree = value(GameTree.begin(rules, 'american', null));
  for (const move of moves) value(tree.play(move));
  return tree;
}

test('it keeps every position on the way', () => {
  const tree = treeOf('11-15', '22-18', '15-22');
  expect(tree.ply).toBe(3);
  expect(tree.nodeAt(0).pieces).toHaveLength(24);
  expect(tree.nodeAt(3).pieces).toHaveLength(23);
  expect(tree.nodeAt(1).text).toBe('11-15');
  expect(tree.moves().map((move) => move.seat)).toEqual([0, 1, 0]);
});

test('taking back leads to the position as it was', () => {
  const tree = treeOf('11-15', '22-18', '15-22');
  const before = tree.nodeAt(1).pieces;
  tree.takeBack(1);
  expect(tree.ply).toBe(1);
  expect(tree.nodeAt(1).pieces).toEqual(before);
  expect(tree.game.seatToMove()).toBe(1);
  value(tree.play('24-20'));
  expect(tree.ply).toBe(2);
});

test('the way that was gone is kept, though the move is the same by any', () => {
  const star = value(GameTree.begin(rules, 'sternhalma'));
  const hop = star.legalMoves().find((move) => move.path.length > 1);
  if (hop === undefined) throw new Error('there are moves');
  const way = [...hop.path];
  expect(value(star.play(hop.text, way)).path).toEqual(way);
});

test('a seat that has gone loses its turns, also when the game is gone through again', () => {
  const star = value(GameTree.begin(rules, 'sternhalma:players=3'));
  const first = star.legalMoves()[0];
  value(star.play(first?.text ?? ''));
  value(star.leave(1, 'resigned'));
  expect(star.game.seatToMove()).toBe(2);
  value(star.play(star.legalMoves()[0]?.text ?? ''));
  value(star.play(star.legalMoves()[0]?.text ?? ''));
  star.takeBack(2);
  expect(star.moves().map((move) => move.seat)).toEqual([0, 2]);
  expect(star.game.seatToMove()).toBe(0);
});

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

test('a position is where it begins', () => {
  const tree = value(GameTree.begin(rules, 'american', 'W:W18:B15'));
  expect(tree.root.pieces).toHaveLength(2);
  value(tree.play('18x11'));
  expect(tree.at.turn, 'the game is over').toBeNull();
});

test('who leaves and what is taken back keep to the moves that they came after', () => {
  const star = value(GameTree.begin(rules, 'sternhalma:players=3'));
  const playAny = () => value(star.play(star.legalMoves()[0]?.text ?? ''));
  playAny();
  value(star.leave(1));
  expect(star.leave(1), 'it has left already').toMatchObject({ ok: false });
  playAny();
  star.takeBack(1);
  expect(star.at.leavings, 'it came after what stays').toEqual([]);
  expect(star.at.turn).toBe(1);
  expect(star.at.children).toEqual([]);
  playAny();
  value(star.leave(2));
  playAny();
  expect(star.moves().map(({ seat }) => seat)).toEqual([0, 1, 0]);
});

test('a list of moves tells who has left by whose turn is passed over', () => {
  const star = value(GameTree.begin(rules, 'sternhalma:players=3'));
  const hasLeft = (seat: number) => seat === 1;
  value(star.play(star.legalMoves()[0]?.text ?? ''));
  star.leaveUpTo(1, hasLeft);
  expect(star.at.turn, 'it is its own move').toBe(1);
  star.leaveUpTo(2, hasLeft);
  expect(star.at.turn).toBe(2);
});

test('no more is tried than there is room for', () => {
  const tree = value(GameTree.begin(rules, 'american', null, { most: 2 }));
  value(tree.play('11-15'));
  expect(tree.play('22-18').ok).toBe(false);
  tree.go(tree.root);
  value(tree.play('11-15'));
});
