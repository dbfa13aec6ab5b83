import { beforeAll, expect, test } from 'vitest';
import { loadedFrom } from '../../../src/pages/analysis/loading';
import { AnalysisTree, lineTo, numberBefore } from '../../../src/game/analysis_tree';
import type { Rules } from '../../../src/rules/types';
import { testRules, value } from '../rules/modules';

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
  const text = value(await rules.writeRecord(tree.draft()));
  for (const kept of ['[White "Grace Hopper"]', '[Black "Alan Turing"]', '[Result "0-1"]', '{A famous game}', '{the old way}', '$5 {quieter}']) {
    expect(text.replace(/\s+/g, ' ')).toContain(kept);
  }
  const again = await loaded(text);
  expect(value(await rules.writeRecord(again.tree.draft()))).toBe(text);
});

test('a result of a tournament’s own making stays as it was', async () => {
  const { tree, played } = await loaded('[Result "4-6"][GameType "21"] 1. 11-15 *');
  expect(played?.result).toBe('4-6');
  expect(value(await rules.writeRecord(tree.draft()))).toContain('[Result "4-6"]');
});

test('a record that says nothing but moves has no players', async () => {
  expect((await loaded('[Event "?"][White "?"][GameType "21"] 1. 11-15 *')).played).toBeUndefined();
});

test('moves are numbered by rounds, and the second side’s is told apart where it stands alone', async () => {
  const { tree } = await loaded(annotated);
  const [first, second, third] = tree.mainLine();
  const variation = first?.children[1];
  if (!first || !second || !third || !variation) throw new Error('they were played');
  expect([first, second, third].map((node) => numberBefore(node, false))).toEqual(['1.', '', '2.']);
  expect(numberBefore(variation, true)).toBe('1...');
  const whiteBegins = value(AnalysisTree.begin(rules, 'american', 'W:W22:B11'));
  expect(numberBefore(value(whiteBegins.play('22-18')), true)).toBe('1...');
  expect(numberBefore(value(whiteBegins.play('11-16')), true)).toBe('2.');
});

test('a seat that left a star is left out of what follows, there and back', async () => {
  const star = value(AnalysisTree.begin(rules, 'sternhalma:players=3', null));
  const playAny = () => value(star.play(star.legalMoves()[0]?.text ?? ''));
  playAny();
  value(star.leave({ seat: 1, how: 'resigned' }));
  expect(star.at.turn).toBe(2);
  const last = playAny();
  star.go(star.root);
  star.go(last);
  const text = value(await rules.writeRecord(star.draft()));
  expect(text).toContain('/OUT "2 resigned"/');
  const { tree } = await loaded(text);
  expect(tree.mainLine().map(({ seat }) => seat)).toEqual([0, 2]);
});
