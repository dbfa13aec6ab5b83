import { beforeAll, expect, test } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import { GameTree } from '../../../src/game/game_tree';
import { fullText, lastMoves, roundsOf, takenBy } from '../../../src/game/played_moves';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

function played(token: string, moves: readonly string[]): GameTree {
  const tree = value(GameTree.begin(rules, token));
  for (const move of moves) value(tree.play(move));
  return tree;
}

test('captured pieces lie with their captor, as of any move', () => {
  const tree = played('american', ['11-15', '22-18', '15-22', '25-18']);
  expect(takenBy(tree, 2).size).toBe(0);
  expect(takenBy(tree, 3).get(0)).toHaveLength(1);
  expect(takenBy(tree, 4).get(1)?.[0]).toMatchObject({ seat: 0, isKing: false });
});

test('in draughts the last move is shown, in the star the last of each seat, oldest first', () => {
  const draughts = played('american', ['11-15', '24-20']);
  expect(lastMoves(draughts, 2, 2).map((move) => move.text)).toEqual(['24-20']);
  const star = value(GameTree.begin(rules, 'sternhalma:players=3'));
  for (let turn = 0; turn < 4; turn += 1) {
    const move = star.legalMoves()[0];
    if (move !== undefined) value(star.play(move.text));
  }
  expect(lastMoves(star, 4, 3).map((move) => move.seat)).toEqual([1, 2, 0]);
  expect(lastMoves(star, 1, 3).map((move) => move.seat)).toEqual([0]);
});

test('a chain is written with its landings, a step as it is', () => {
  const tree = value(GameTree.begin(rules, 'american', 'B:W10,18,26:B6'));
  const played = value(tree.play('6x31'));
  expect(played.path.length).toBeGreaterThan(2);
  expect(fullText(tree.layout, played)).toBe('6x15x22x31');
  const star = value(GameTree.begin(rules, 'sternhalma'));
  const hop = star.legalMoves().find((move) => move.path.length === 2);
  if (hop === undefined) throw new Error('there are moves of one step or hop');
  expect(fullText(star.layout, hop)).toBe(hop.text);
  tree.free();
  star.free();
});

test('moves stand in the column of their seat, also where one has left or another began', () => {
  const move = (seat: number) => ({ seat, set: seat + 1, text: '', path: [], captured: [], crowns: false });
  const columns = (...seats: number[]) => roundsOf(seats.map(move)).map((round) => round.map((played) => played?.ply ?? 0));
  expect(columns(0, 1, 2, 0, 2, 0)).toEqual([[1, 2, 3], [4, 0, 5], [6]]);
  expect(columns(1, 0, 1)).toEqual([[0, 1], [2, 3]]);
  expect(columns(2, 2)).toEqual([[0, 0, 1], [0, 0, 2]]);
});
