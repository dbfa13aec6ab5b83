// Knows what the computer's scores say of a game: who stands better, and which moves gave something away.
// The same measure as `crownstar analyse` has; does not know how a score is found.
import type { FoundLine, Outcome } from '../../rules/types';
import type { TreeNode } from '../../game/game_tree';

export const marks = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof marks)[number];
export const markSigns: Readonly<Record<Mark, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** A position that was looked at. */
export interface Judged {
  readonly node: TreeNode;
  readonly score: number; // for the first player, in hundredths
  readonly best: string; // the move that was thought best there
  readonly isForced?: boolean; // it was the only one
}

const least: Readonly<Record<Mark, number>> = { inaccuracy: 0.06, mistake: 0.12, blunder: 0.25 };
const evenOdds = { squares: 90, star: 250 } as const;
export type Shape = keyof typeof evenOdds;

const won = 2000;

/** For the first player, in hundredths; a win is worth more than any board. */
export function scoreOf(line: FoundLine | undefined, turn: number): number {
  if (line === undefined) return 0;
  const own = line.plies === undefined || line.plies === 0 ? line.score : line.plies > 0 ? won : -won;
  return turn === 0 ? own : -own;
}

/** The score of a game of two that is over. */
export function scoreOfEnd({ isDraw, standings }: Outcome): number {
  return isDraw ? 0 : standings[0]?.place === 1 ? won : -won;
}

/** How much of the game the first player may expect, from 0 to 1. */
export function expected(hundredths: number, shape: Shape): number {
  return 1 / (1 + Math.exp(-hundredths / evenOdds[shape]));
}

/** How much of the game that seat gives away by going from one score to another. */
function lossOf(before: number, after: number, seat: number, shape: Shape): number {
  const change = expected(after, shape) - expected(before, shape);
  return seat === 0 ? -change : change;
}

/** Whether a move would get no mark, next to another of the same position. */
export function isAsGood(best: number, own: number, seat: number, shape: Shape): boolean {
  return lossOf(best, own, seat, shape) < least.inaccuracy;
}

/** From the last to the first: what comes is known better from there than from here, where a move was as good as any. */
export function carriedBack(judged: readonly Judged[]): readonly Judged[] {
  const carried = [...judged];
  for (let at = carried.length - 2; at >= 0; at -= 1) {
    const here = carried[at];
    const next = carried[at + 1];
    if (here === undefined || next === undefined || next.node.parent !== here.node) continue;
    const isBetter = here.node.turn === 0 ? next.score >= here.score : next.score <= here.score;
    if (here.best === next.node.text || isBetter) carried[at] = { ...here, score: next.score };
  }
  return carried;
}

interface Loss {
  readonly node: TreeNode; // after the move
  readonly seat: number;
  readonly loss: number; // how much of the game it gave away, from 0 to 1
  readonly isForced: boolean;
}

/** What each move of two players gave away: nothing where it was thought best, or turned out better. */
function lossesOf(looked: readonly Judged[], shape: Shape): readonly Loss[] {
  const judged = carriedBack(looked);
  return judged.flatMap((before, at) => {
    const after = judged[at + 1];
    if (after === undefined) return [];
    const seat = before.node.turn ?? 1;
    const loss = before.best === after.node.text ? 0 : Math.max(0, lossOf(before.score, after.score, seat, shape));
    return [{ node: after.node, seat, loss, isForced: before.isForced === true }];
  });
}

/** What each move of two players gave away, where it was more than a little. */
export function marksOf(looked: readonly Judged[], shape: Shape): ReadonlyMap<TreeNode, Mark> {
  const found = new Map<TreeNode, Mark>();
  for (const { node, loss } of lossesOf(looked, shape)) {
    const mark = [...marks].reverse().find((one) => loss >= least[one]);
    if (mark !== undefined) found.set(node, mark);
  }
  return found;
}

/** How good a move was that gave so much of the game away, in hundredths: 74 for what is just an inaccuracy, 55 for a mistake, 29
 *  for a blunder. */
export function accuracyOf(loss: number): number {
  return 100 * Math.exp(-5 * loss);
}

/** How good the moves of each of two players were, on average; those that were the only ones count for nothing. None without any. */
export function accuracies(looked: readonly Judged[], shape: Shape): readonly [number | undefined, number | undefined] {
  const losses = lossesOf(looked, shape);
  const of = (seat: number) => {
    const own = losses.filter((one) => one.seat === seat && !one.isForced).map(({ loss }) => accuracyOf(loss));
    return own.length === 0 ? undefined : own.reduce((sum, one) => sum + one, 0) / own.length;
  };
  return [of(0), of(1)];
}
