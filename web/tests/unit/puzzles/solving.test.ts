import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Puzzle } from '../../../src/pages/puzzles/deck';
import { Solving } from '../../../src/pages/puzzles/solving';
import type { Rules } from '../../../src/rules/types';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pauses = { reply: (hops: number) => 100 * hops, undo: () => 500 };
const puzzle = (position: string, moves: string, game = 'american'): Puzzle => ({ id: '00000001', game, position, moves: moves.split(' '), effort: 1, gives: 1, takes: 2 });

/** One is given, two are taken. */
const shot = puzzle('W:W23,30,31:B14,15,18,22', '30-26 18x27 26x10');
/** Two are given, in either order, and a king is made. */
const twoGiven = puzzle('W:W9,10,20,25,27:B1,17,19,24', '9-6 24x31 10-7 1x10 7-2');

function open(one: Puzzle) {
  const told: string[] = [];
  const opened = Solving.open(rules, one, pauses, { solved: (isClean) => told.push(isClean ? 'clean' : 'solved'), missed: () => told.push('missed') });
  const solving = value(opened);
  return { solving, told, state: () => solving.state.value, moves: () => solving.tree.moves().map(({ text }) => text) };
}

test('a right move is answered after a pause, and the last one solves it', () => {
  const { solving, told, state, moves } = open(shot);
  expect(solving.solver).toBe(1);
  expect(state()).toEqual({ phase: 'solving', ply: 0, verdict: null, hint: null, isClean: true });
  solving.play('30-26');
  expect(state()).toMatchObject({ phase: 'replying', ply: 1, verdict: 'right' });
  vi.advanceTimersByTime(99);
  expect(state().ply).toBe(1);
  vi.advanceTimersByTime(1);
  expect(state()).toMatchObject({ phase: 'solving', ply: 2, verdict: 'right' });
  solving.play('26x10');
  expect(state()).toMatchObject({ phase: 'solved', ply: 3 });
  expect(moves()).toEqual(['30-26', '18x27', '26x10']);
  expect(told).toEqual(['clean']);
  solving.leave();
});

test('nothing is played while the answer is on its way', () => {
  const { solving, state } = open(shot);
  solving.play('30-26');
  solving.play('18x27');
  solving.hint();
  expect(state()).toMatchObject({ phase: 'replying', ply: 1, hint: null });
  solving.leave();
});

test('a legal move that is not in the line is taken back', () => {
  const { solving, told, state } = open(shot);
  solving.play('31-26');
  expect(state()).toMatchObject({ phase: 'wrong', ply: 1, verdict: 'wrong', isClean: false });
  solving.play('30-26'); // not yet
  vi.advanceTimersByTime(500);
  expect(state()).toMatchObject({ phase: 'solving', ply: 0, verdict: 'wrong' });
  expect(solving.tree.at.children).toEqual([]);
  solving.play('31-26');
  vi.advanceTimersByTime(500);
  solving.play('30-26');
  vi.advanceTimersByTime(100);
  solving.play('26x10');
  expect(told).toEqual(['missed', 'solved']);
  solving.leave();
});

test('an illegal move is explained by its rule, and nothing is counted', () => {
  const { solving, told, state } = open(shot);
  solving.play('30-21');
  expect(solving.explained.value?.rule).toBe('AM-4');
  const at = (label: string) => solving.tree.layout.points.findIndex((point) => point.label === label);
  solving.explain(at('30'), at('22'));
  expect(solving.explained.value?.code).toBe('illegal_move');
  solving.forget();
  expect(solving.explained.value).toBeNull();
  expect(state()).toMatchObject({ phase: 'solving', ply: 0, verdict: null, isClean: true });
  expect(told).toEqual([]);
  solving.leave();
});

test('another order that comes to the same is as good', () => {
  const { solving, told, state, moves } = open(twoGiven);
  solving.play('10-7');
  expect(state()).toMatchObject({ phase: 'replying', verdict: 'right' });
  vi.advanceTimersByTime(100);
  solving.play('9-6');
  vi.advanceTimersByTime(100);
  solving.play('7-2');
  expect(state().phase).toBe('solved');
  expect(moves()).toEqual(['10-7', '24x31', '9-6', '1x10', '7-2']);
  expect(told).toEqual(['clean']);
  solving.leave();
});

test('another order that was begun is gone on with by the hint and the solution', () => {
  const { solving, state, moves } = open(twoGiven);
  solving.play('10-7');
  vi.advanceTimersByTime(100);
  solving.hint();
  expect(solving.tree.layout.points[state().hint ?? -1]?.label).toBe('9');
  solving.show();
  vi.runAllTimers();
  expect(moves()).toEqual(['10-7', '24x31', '9-6', '1x10', '7-2']);
  solving.leave();
});

test('a later move alone does not make another order', () => {
  const { solving, state } = open(twoGiven);
  solving.play('9-6');
  vi.advanceTimersByTime(100);
  solving.play('6-2');
  expect(state().phase).toBe('wrong');
  solving.leave();
});

test('whoever has won has solved it, by any move', () => {
  const { solving, told, state } = open(puzzle('W:WK10,K18:B14', '10x17'));
  solving.play('18x9');
  expect(state().phase).toBe('solved');
  expect(told).toEqual(['clean']);
  solving.leave();
});

test('a hint names the piece to move, and is help', () => {
  const { solving, told, state } = open(shot);
  solving.hint();
  expect(solving.tree.layout.points[state().hint ?? -1]?.label).toBe('30');
  expect(told).toEqual(['missed']);
  solving.play('30-26');
  expect(state().hint).toBeNull();
  vi.advanceTimersByTime(100);
  solving.play('26x10');
  expect(told).toEqual(['missed', 'solved']);
  solving.leave();
});

test('the solution is played to its end, and does not count', () => {
  const { solving, told, state, moves } = open(shot);
  solving.play('31-26');
  solving.show(); // the wrong move goes first
  expect(state()).toMatchObject({ phase: 'showing', ply: 0 });
  solving.play('30-26');
  vi.advanceTimersByTime(100);
  expect(state()).toMatchObject({ phase: 'showing', ply: 1 });
  vi.runAllTimers();
  expect(state()).toMatchObject({ phase: 'shown', ply: 3 });
  expect(moves()).toEqual(shot.moves);
  solving.again();
  expect(state()).toMatchObject({ phase: 'solving', ply: 0, verdict: null });
  for (const text of ['30-26', '26x10']) {
    solving.play(text);
    vi.runAllTimers();
  }
  expect(state().phase).toBe('solved');
  expect(told).toEqual(['missed']);
  solving.leave();
});

test('the solution goes on from the answer that was on its way', () => {
  const { solving, state, moves } = open(shot);
  solving.play('30-26');
  solving.show();
  vi.runAllTimers();
  expect(state().phase).toBe('shown');
  expect(moves()).toEqual(shot.moves);
  solving.leave();
});

test('it is begun again at any time', () => {
  const { solving, state } = open(shot);
  solving.play('30-26');
  solving.again();
  vi.runAllTimers(); // no answer comes any more
  expect(state()).toMatchObject({ phase: 'solving', ply: 0 });
  solving.leave();
});

test.each([
  ['a position', 'nonsense', '30-26'],
  ['a move', 'W:W23,30,31:B14,15,18,22', '30-26 18x27 31x10'],
])('%s that the rules refuse refuses the puzzle', (_, position, moves) => {
  const opened = Solving.open(rules, puzzle(position, moves), pauses, { solved: () => undefined, missed: () => undefined });
  expect(opened.ok).toBe(false);
});
