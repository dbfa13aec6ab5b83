import { beforeAll, expect, test } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import { loadedFrom } from '../../../src/pages/analysis/loading';
import { GameTree, lineTo, numberBefore } from '../../../src/game/game_tree';
import { draftOf, recordMoves, treeFromRecord } from '../../../src/game/tree_record';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
  await rules.prepare('international');
});

function treeOf(...moves: string[]): GameTree {
  const tree = value(GameTree.begin(rules, 'american', null));
  for (const move of moves) value(tree.play(move));
  return tree;
}

test('written as PDN and read again it is the same tree', async () => {
  const tree = treeOf('11-15', '24-20', '8-11');
  tree.go(lineTo(tree.at)[0]!);
  value(tree.play('23-19'));
  value(tree.play('8-11'));
  tree.go(tree.root);
  value(tree.play('9-14'));
  const text = value(await rules.writeRecord({ token: 'american', moves: recordMoves(tree), places: [] }));
  const [read] = await rules.readRecords(text);
  const { tree: again, faults } = value(treeFromRecord(rules, value(read!).record));
  expect(faults).toEqual([]);
  expect(recordMoves(again)).toEqual(recordMoves(tree));
});

const annotated = `[Event "Club evening"]
[Date "1998.03.??"]
[White "Grace Hopper"]
[Black "Alan Turing"]
[BlackRating "1950"]
[Result "0-1"]
[GameType "21"]

{A famous game} 1. 11-15! {the old way} 1... 23-19? (1... 22-17 $5 {quieter} 2. 8-11) 2. 8-11 *
`;

async function loaded(text: string) {
  return value(await loadedFrom(rules, text, await rules.readRecords(text), 0));
}

test('a record keeps its names, its result, its words and its signs, and is written out with them', async () => {
  const { tree, played } = await loaded(annotated);
  expect(played?.seats.map(({ player }) => player?.name)).toEqual(['Alan Turing', 'Grace Hopper']);
  expect(played?.seats[0]?.player?.rating).toBe(1950);
  expect(played?.seats.map(({ place }) => place)).toEqual([2, 1]);
  expect(played?.occasion).toBe('Club evening · 1998.03');
  const [first, second] = tree.mainLine();
  expect(tree.root.remarks.comments).toEqual(['A famous game']);
  expect(first?.remarks).toEqual({ comments: ['the old way'], nags: [1] });
  expect(second?.remarks.nags).toEqual([2]);
  expect(first?.children[1]?.remarks).toEqual({ comments: ['quieter'], nags: [5] });
  const text = value(await rules.writeRecord(draftOf(tree)));
  for (const kept of ['[White "Grace Hopper"]', '[Black "Alan Turing"]', '[Result "0-1"]', '{A famous game}', '{the old way}', '$5 {quieter}']) {
    expect(text.replace(/\s+/g, ' ')).toContain(kept);
  }
  const again = await loaded(text);
  expect(value(await rules.writeRecord(draftOf(again.tree)))).toBe(text);
});

test('a result of a tournament’s own making stays as it was', async () => {
  const { tree, played } = await loaded('[Result "4-6"][GameType "21"] 1. 11-15 *');
  expect(played?.result).toBe('4-6');
  expect(value(await rules.writeRecord(draftOf(tree)))).toContain('[Result "4-6"]');
});

test('a record that says nothing but moves has no players', async () => {
  expect((await loaded('[Event "?"][White "?"][GameType "21"] 1. 11-15 *')).played).toBeUndefined();
});

test('a seat that left a star is left out of what follows, there and back', async () => {
  const star = value(GameTree.begin(rules, 'sternhalma:players=3', null));
  const playAny = () => value(star.play(star.legalMoves()[0]?.text ?? ''));
  playAny();
  value(star.leave(1, 'resigned'));
  expect(star.at.turn).toBe(2);
  const last = playAny();
  star.go(star.root);
  star.go(last);
  const text = value(await rules.writeRecord(draftOf(star)));
  expect(text).toContain('/OUT "2 resigned"/');
  const { tree } = await loaded(text);
  expect(tree.mainLine().map(({ seat }) => seat)).toEqual([0, 2]);
});
test('moves are numbered by rounds, and the second side’s is told apart where it stands alone', async () => {
  const { tree } = await loaded(annotated);
  const [first, second, third] = tree.mainLine();
  const variation = first?.children[1];
  if (!first || !second || !third || !variation) throw new Error('they were played');
  expect([first, second, third].map((node) => numberBefore(node, false))).toEqual(['1.', '', '2.']);
  expect(numberBefore(variation, true)).toBe('1...');
  const whiteBegins = value(GameTree.begin(rules, 'american', 'W:W22:B11'));
  expect(numberBefore(value(whiteBegins.play('22-18')), true)).toBe('1...');
  expect(numberBefore(value(whiteBegins.play('11-16')), true)).toBe('2.');
});
