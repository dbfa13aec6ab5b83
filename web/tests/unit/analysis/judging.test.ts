import { expect, test } from 'vitest';
import { accuracies, accuracyOf, carriedBack, isAsGood, marksOf, scoreOf, scoreOfEnd, type Judged } from '../../../src/pages/analysis/judging';
import type { TreeNode } from '../../../src/game/game_tree';

/** A line of positions with what each is worth to the first player; the seats move in turn. */
function line(...scores: readonly number[]): Judged[] {
  let parent: TreeNode | null = null;
  return scores.map((each, at) => {
    const node: TreeNode = {
      id: at, parent, children: [], ply: at, text: `move ${at}`, path: [], captured: [], crowns: false, seat: (at + 1) % 2, set: 1, pieces: [], turn: at % 2, ending: null,
      number: 1, remarks: {}, leavings: [],
    };
    parent = node;
    return { node, score: each, best: 'another move' };
  });
}

const marked = (judged: readonly Judged[]) => [...marksOf(judged, 'squares')].map(([node, mark]) => `${node.ply} ${mark}`);

test('what a move gives away is marked by how much, for either side', () => {
  expect(marked(line(0, 0, 0))).toEqual([]);
  expect(marked(line(0, -100, -100)), 'the first player gave a man away').toEqual(['1 blunder']);
  expect(marked(line(0, 0, 60)), 'the second one somewhat less').toEqual(['2 mistake']);
  expect(marked(line(0, -25))).toEqual(['1 inaccuracy']);
  expect(marked(line(0, 100, 0)), 'what turns out better is no fault of whoever made it').toEqual([]);
});

test('who is far ahead loses little by losing little, and the best move is never marked', () => {
  expect(marked(line(1500, 1400))).toEqual([]);
  const judged = line(0, -200);
  const [first, second] = judged;
  if (first === undefined || second === undefined) throw new Error('two positions');
  expect(marked([{ ...first, best: second.node.text }, second])).toEqual([]);
});

test('what a forced answer leads to is known where it is forced, and what turns out better was as good', () => {
  const [first, second, third] = line(0, 0, -200);
  if (first === undefined || second === undefined || third === undefined) throw new Error('three positions');
  const forced = { ...second, best: third.node.text };
  expect(carriedBack([first, forced, third]).map((each) => each.score)).toEqual([0, -200, -200]);
  expect(marked([first, forced, third]), 'it was lost a move before').toEqual(['1 blunder']);
  expect(carriedBack(line(0, 100, 100)).map((each) => each.score)).toEqual([100, 100, 100]);
  expect(carriedBack(line(0, 0, 100)).map((each) => each.score), 'not where the other side gave it away').toEqual([0, 0, 100]);
});

test('the end of a game has the score of its result', () => {
  const standing = (place: number) => ({ place, rule: '', reason: '' });
  const ending = { isOver: true, isDraw: false, rule: '', reason: '', standings: [standing(2), standing(1)] };
  expect(scoreOfEnd(ending)).toBe(-2000);
  expect(scoreOfEnd({ ...ending, standings: [standing(1), standing(2)] })).toBe(2000);
  expect(scoreOfEnd({ ...ending, isDraw: true })).toBe(0);
});

test('a score counts for the first player, a win above any board', () => {
  expect(scoreOf({ moves: [], score: 50 }, 0)).toBe(50);
  expect(scoreOf({ moves: [], score: 50 }, 1)).toBe(-50);
  expect(scoreOf({ moves: [], score: 10, plies: 5 }, 1)).toBe(-2000);
  expect(scoreOf({ moves: [], score: 10, plies: -5 }, 1)).toBe(2000);
  expect(scoreOf(undefined, 0)).toBe(0);
});

test('a move is as good as another where it would get no mark beside it', () => {
  expect(isAsGood(100, 90, 0, 'squares')).toBe(true);
  expect(isAsGood(100, 50, 0, 'squares')).toBe(false);
  expect(isAsGood(-100, -90, 1, 'squares')).toBe(true);
  expect(isAsGood(-100, -50, 1, 'squares')).toBe(false);
  expect(isAsGood(2000, 600, 0, 'squares'), 'whoever wins either way').toBe(true);
  expect(isAsGood(0, 80, 0, 'squares'), 'better than was thought').toBe(true);
  expect(isAsGood(100, 50, 0, 'star'), 'less is at stake on the star').toBe(true);
});

test('a move is as accurate as it keeps the chances', () => {
  expect(accuracyOf(0)).toBe(100);
  expect([0.06, 0.12, 0.25, 1].map((loss) => Math.round(accuracyOf(loss)))).toEqual([74, 55, 29, 1]);
});

test('the accuracy of a side is the average of its moves, the only ones left out', () => {
  const rounded = (judged: readonly Judged[], shape: 'squares' | 'star' = 'squares') => accuracies(judged, shape).map((share) => share && Math.round(share));
  expect(rounded(line(0, 0, 0))).toEqual([100, 100]);
  expect(rounded(line(0)), 'nobody has moved').toEqual([undefined, undefined]);
  expect(rounded(line(0, -100)), 'a man given away: a quarter of the game').toEqual([28, undefined]);
  expect(rounded(line(0, -100, -100, -100, -100)), 'and a good move after it').toEqual([64, 100]);
  expect(rounded(line(0, 100, 100)), 'what turns out better is not better than all').toEqual([100, 100]);
  expect(rounded(line(0, -100), 'star'), 'less is at stake on the star').toEqual([61, undefined]);
  const [first, ...others] = line(0, -100, -100, -100, -100);
  if (first === undefined) throw new Error('a position');
  expect(rounded([{ ...first, isForced: true }, ...others]), 'nothing else could be played').toEqual([100, 100]);
});
