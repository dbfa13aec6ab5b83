// Knows how a move that was tried on the board is written, so that the rules can say what is wrong with it.
// Refuses to know the rules: who sends a piece over an enemy's means to capture, whether or not that can be done.
import type { Layout, Piece, Point } from '../rules/types';

interface Board {
  readonly layout: Layout;
  readonly pieces: readonly Piece[];
}

/** Whether a straight line from one point to the other goes over another side's piece. */
function goesOverEnemy({ layout, pieces }: Board, from: Point, to: Point): boolean {
  const [start, end] = [layout.points[from], layout.points[to]];
  const own = pieces.find((piece) => piece.point === from)?.seat;
  if (start === undefined || end === undefined || own === undefined) return false;
  const [x, y] = [end.x - start.x, end.y - start.y];
  const isOnLine = Math.abs(x) === Math.abs(y) || x === 0 || y === 0;
  return (
    isOnLine &&
    pieces.some(({ point, seat }) => {
      const at = layout.points[point];
      if (seat === own || at === undefined) return false;
      const [across, along] = [at.x - start.x, at.y - start.y];
      const isBetween = across * x + along * y > 0 && Math.hypot(across, along) < Math.hypot(x, y) - 1e-9;
      return isBetween && Math.abs(across * y - along * x) < 1e-9;
    })
  );
}

/**
 * The move as text. A capture that was begun by some landings and then left is written as far as it went: that it goes on
 * is what is to be said. A star's hops are told by their two ends.
 */
export function writtenAttempt(board: Board, from: Point, to: Point | null, by: readonly Point[] = []): string {
  const label = (point: Point) => board.layout.points[point]?.label ?? '';
  if (to === null) return label(from);
  if (board.layout.shape === 'star') return `${label(from)}-${label(to)}`;
  if (by.length > 0) return [from, ...by].map(label).join('x');
  return `${label(from)}${goesOverEnemy(board, from, to) ? 'x' : '-'}${label(to)}`;
}
