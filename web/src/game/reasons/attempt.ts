// Knows how the rules are asked what is wrong with a move that was tried on the board: it is written as text.
// Does not know the rules, and what a move passes over.
import type { Layout, Point } from '../../rules/types';
import type { GameTree } from '../game_tree';
import type { Explained } from '../model';

/** The move as text, by the landings that were chosen before it was left. A star's hops are told by their two ends. */
export function writtenAttempt(layout: Layout, from: Point, to: Point | null, by: readonly Point[] = []): string {
  const ends = to === null ? [from] : [from, to];
  const points = layout.shape === 'star' || to === null ? ends : [from, ...by, to];
  return points.map((point) => layout.points[point]?.label ?? '').join(points.length > 2 ? 'x' : '-');
}

/** What the rules say to a move from here to there, or to a piece that cannot move at all. */
export function explainAt(tree: GameTree, from: Point, to: Point | null, by: readonly Point[] = []): Explained {
  if (to === null && isOwn(tree, from) && isShutIn(tree, from)) return { code: 'shut_in', rule: '', reason: '' };
  const target = to ?? nearestEmpty(tree, from);
  const parsed = tree.game.parse(writtenAttempt(tree.layout, from, target, by));
  if (!parsed.ok && to !== null && isOccupied(tree, to)) return { code: 'occupied', rule: parsed.rule, reason: parsed.reason };
  if (parsed.ok) return { code: 'ambiguous_move', rule: '', reason: '' };
  return { code: 'illegal_move', rule: parsed.rule, reason: parsed.reason };
}

/** On the star every move ends on an empty hole; in draughts a piece that is met is more often one to capture. */
function isOccupied(tree: GameTree, point: Point): boolean {
  return tree.layout.shape === 'star' && tree.at.pieces.some((piece) => piece.point === point);
}

/** Whether the piece there belongs to whoever is to move. */
function isOwn(tree: GameTree, from: Point): boolean {
  return tree.at.pieces.some((piece) => piece.point === from && piece.seat === tree.game.seatToMove());
}

/** A piece of the star that cannot move and has nothing but pieces around it: no rule would say more. */
function isShutIn(tree: GameTree, from: Point): boolean {
  return tree.layout.shape === 'star' && neighboursOf(tree, from).every((point) => isOccupied(tree, point));
}

function neighboursOf(tree: GameTree, from: Point): Point[] {
  const next = tree.layout.lines.flatMap(([a, b]) => (a === from ? [b] : b === from ? [a] : []));
  return next.filter((point) => tree.layout.points[point]?.isPlayable);
}

/** A piece that was only touched is asked about with the step that one would try first: to the nearest empty point ahead. */
function nearestEmpty(tree: GameTree, from: Point): Point | null {
  const taken = new Set(tree.at.pieces.map((piece) => piece.point));
  const goal = tree.game.seatToMove() + 1;
  const far = tree.layout.points.filter((point) => point.goalOf === goal);
  const distance = (point: Point): number => {
    const here = tree.layout.points[point];
    if (here === undefined) return Infinity;
    return Math.min(Infinity, ...far.map((there) => Math.hypot(there.x - here.x, there.y - here.y)));
  };
  const sorted = neighboursOf(tree, from).sort((a, b) => distance(a) - distance(b));
  return sorted.find((point) => !taken.has(point)) ?? sorted[0] ?? null;
}
