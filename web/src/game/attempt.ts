// Knows how a move that was tried on the board is written, so that the rules can say what is wrong with it.
// Refuses to know the rules, and what a move passes over.
import type { Layout, Point } from '../rules/types';

/** The move as text, by the landings that were chosen before it was left. A star's hops are told by their two ends. */
export function writtenAttempt(layout: Layout, from: Point, to: Point | null, by: readonly Point[] = []): string {
  const ends = to === null ? [from] : [from, to];
  const points = layout.shape === 'star' || to === null ? ends : [from, ...by, to];
  return points.map((point) => layout.points[point]?.label ?? '').join(points.length > 2 ? 'x' : '-');
}
