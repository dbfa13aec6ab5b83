import { beforeAll, expect, test } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import { fullText, lastMoves, takenBy, roundsOf, Timeline } from '../../../src/game/timeline';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

function played(token: string, moves: readonly string[]): Timeline {
  const timeline = value(Timeline.begin(rules, token));
  for (const move of moves) value(timeline.play(move));
  return timeline;
}

test('it keeps every position on the way', () => {
  const timeline = played('american', ['11-15', '22-18', '15-22']);
  expect(timeline.ply).toBe(3);
  expect(timeline.frame(0).pieces).toHaveLength(24);
  expect(timeline.frame(3).pieces).toHaveLength(23);
  expect(timeline.frame(1).move?.text).toBe('11-15');
  expect(timeline.moves().map((move) => move.seat)).toEqual([0, 1, 0]);
});

test('what is no move is refused with its rule and changes nothing', () => {
  const timeline = played('american', ['11-15', '22-18']);
  const refused = timeline.play('12-16');
  expect(refused).toMatchObject({ ok: false, rule: 'AM-7' });
  expect(timeline.ply).toBe(2);
  expect(timeline.legalMoves().length).toBeGreaterThan(0);
});

test('captured pieces lie with their captor, as of any move', () => {
  const timeline = played('american', ['11-15', '22-18', '15-22', '25-18']);
  expect(takenBy(timeline, 2).size).toBe(0);
  expect(takenBy(timeline, 3).get(0)).toHaveLength(1);
  expect(takenBy(timeline, 4).get(1)?.[0]).toMatchObject({ seat: 0, isKing: false });
});

test('taking back leads to the position as it was', () => {
  const timeline = played('american', ['11-15', '22-18', '15-22']);
  const before = timeline.frame(1).pieces;
  timeline.truncate(1);
  expect(timeline.ply).toBe(1);
  expect(timeline.frame(1).pieces).toEqual(before);
  expect(timeline.head.seatToMove()).toBe(1);
  value(timeline.play('24-20'));
  expect(timeline.ply).toBe(2);
});

test('in draughts the last move is shown, in the star the last of each seat, oldest first', () => {
  const draughts = played('american', ['11-15', '24-20']);
  expect(lastMoves(draughts, 2, 2).map((move) => move.text)).toEqual(['24-20']);
  const star = value(Timeline.begin(rules, 'sternhalma:players=3'));
  for (let turn = 0; turn < 4; turn += 1) {
    const move = star.legalMoves()[0];
    if (move !== undefined) value(star.play(move.text));
  }
  expect(lastMoves(star, 4, 3).map((move) => move.seat)).toEqual([1, 2, 0]);
  expect(lastMoves(star, 1, 3).map((move) => move.seat)).toEqual([0]);
});

test('the way that was gone is kept, though the move is the same by any', () => {
  const star = value(Timeline.begin(rules, 'sternhalma'));
  const hop = star.legalMoves().find((move) => move.path.length > 1);
  if (hop === undefined) throw new Error('there are moves');
  const way = [...hop.path];
  expect(value(star.play(hop.text, way)).path).toEqual(way);
});

test('a seat that has gone loses its turns, also when the game is gone through again', () => {
  const star = value(Timeline.begin(rules, 'sternhalma:players=3'));
  const first = star.legalMoves()[0];
  value(star.play(first?.text ?? ''));
  star.withdraw(1, 'resigned');
  expect(star.head.seatToMove()).toBe(2);
  value(star.play(star.legalMoves()[0]?.text ?? ''));
  value(star.play(star.legalMoves()[0]?.text ?? ''));
  star.truncate(2, (seat) => seat === 1);
  expect(star.moves().map((move) => move.seat)).toEqual([0, 2]);
  expect(star.head.seatToMove()).toBe(0);
});

test('a chain is written with its landings, a step as it is', () => {
  const timeline = value(Timeline.begin(rules, 'american', 'B:W10,18,26:B6'));
  const played = value(timeline.play('6x31'));
  expect(played.path.length).toBeGreaterThan(2);
  expect(fullText(timeline.layout, played)).toBe('6x15x22x31');
  const star = value(Timeline.begin(rules, 'sternhalma'));
  const hop = star.legalMoves().find((move) => move.path.length === 2);
  if (hop === undefined) throw new Error('there are moves of one step or hop');
  expect(fullText(star.layout, hop)).toBe(hop.text);
  timeline.free();
  star.free();
});

test('moves stand in the column of their seat, also where one has left or another began', () => {
  const move = (seat: number) => ({ seat, set: seat + 1, text: '', path: [], captured: [], crowns: false });
  const columns = (...seats: number[]) => roundsOf(seats.map(move)).map((round) => round.map((played) => played?.ply ?? 0));
  expect(columns(0, 1, 2, 0, 2, 0)).toEqual([[1, 2, 3], [4, 0, 5], [6]]);
  expect(columns(1, 0, 1)).toEqual([[0, 1], [2, 3]]);
  expect(columns(2, 2)).toEqual([[0, 0, 1], [0, 0, 2]]);
});
