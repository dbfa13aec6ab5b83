// Knows what the computer's scores say of a game: who stands better, and which moves gave something away.
// The same measure as `crownstar analyse` has; refuses to know how a score is found.
import type { FoundLine } from '../../rules/types';
import type { TreeNode } from './tree';

export const marks = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof marks)[number];
export const markSigns: Readonly<Record<Mark, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** A position that was looked at. */
export interface Judged {
  readonly node: TreeNode;
  readonly worth: number; // for the first player, in hundredths
  readonly best: string; // the move that was thought best there
}

const least: Readonly<Record<Mark, number>> = { inaccuracy: 0.06, mistake: 0.12, blunder: 0.25 };
const evenOdds = { squares: 90, star: 250 } as const;
type Shape = keyof typeof evenOdds;

/** For the first player, in hundredths; a win is worth more than any board. */
export function worth(line: FoundLine | undefined, turn: number): number {
  if (line === undefined) return 0;
  const own = line.plies === undefined || line.plies === 0 ? line.score : line.plies > 0 ? 2000 : -2000;
  return turn === 0 ? own : -own;
}

/** How much of the game the first player may expect, from 0 to 1. */
export function expected(hundredths: number, shape: Shape): number {
  return 1 / (1 + Math.exp(-hundredths / evenOdds[shape]));
}

/** What each move of two players gave away, where it was more than a little. */
export function marksOf(judged: readonly Judged[], shape: Shape): ReadonlyMap<TreeNode, Mark> {
  const found = new Map<TreeNode, Mark>();
  for (const [at, before] of judged.entries()) {
    const after = judged[at + 1];
    if (after === undefined || before.best === after.node.text) continue;
    const change = expected(after.worth, shape) - expected(before.worth, shape);
    const loss = before.node.turn === 0 ? -change : change;
    const mark = [...marks].reverse().find((one) => loss >= least[one]);
    if (mark !== undefined) found.set(after.node, mark);
  }
  return found;
}
