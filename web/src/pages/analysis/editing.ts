// Knows how a position that is put together piece by piece is written, to be checked by the rules.
// Does not know which positions can be played: the rules say so.
import type { Layout, Piece, Point } from '../../rules/types';

/** What the next click puts on the board; null takes away. */
export interface Brush {
  readonly seat: number;
  readonly set: number;
  readonly isKing: boolean;
}

export function edited(pieces: readonly Piece[], from: Point | null, to: Point | null, brush: Brush | null): readonly Piece[] {
  if (from !== null) {
    const moved = pieces.find((piece) => piece.point === from);
    const rest = pieces.filter((piece) => piece.point !== from && piece.point !== to);
    return moved === undefined || to === null ? rest : [...rest, { ...moved, point: to }];
  }
  if (to === null) return pieces;
  const there = pieces.find((piece) => piece.point === to);
  const rest = pieces.filter((piece) => piece.point !== to);
  const isSame = brush !== null && there?.set === brush.set && there.isKing === brush.isKing;
  return brush === null || isSame ? rest : [...rest, { point: to, ...brush }];
}

/** A piece from beside the board comes down on a point, whatever stood there. */
export function dropped(pieces: readonly Piece[], point: Point, brush: Brush): readonly Piece[] {
  return [...pieces.filter((piece) => piece.point !== point), { point, ...brush }];
}

/**
 * The star's own text; `turn` is the first set of who moves. Of three players and more, those without a piece on the board have
 * left (CC-22); `seats` are the sets of each.
 */
export function writtenStar(layout: Layout, pieces: readonly Piece[], turn: number, seats: readonly (readonly number[])[] = []): string {
  const sorted = [...pieces].sort((a, b) => a.point - b.point);
  const sets = [...new Set(sorted.map((piece) => piece.set))].sort((a, b) => a - b);
  const parts = sets.map((set) => {
    const holes = sorted.filter((piece) => piece.set === set).map((piece) => layout.points[piece.point]?.label ?? '');
    return `${set}=${holes.join(',')}`;
  });
  const left = seats.filter((own) => !own.some((set) => sets.includes(set))).map(([first]) => first);
  const told = seats.length > 2 && left.length > 0 ? [`left=${left.join(',')}`] : [];
  return [String(turn), ...parts, ...told].join(':');
}

/** FEN: which seat is White depends on the game. */
export function writtenFen(layout: Layout, pieces: readonly Piece[], whiteSeat: number, isWhiteToMove: boolean): string {
  const side = (seat: number) =>
    [...pieces]
      .filter((piece) => piece.seat === seat)
      .sort((a, b) => a.point - b.point)
      .map((piece) => `${piece.isKing ? 'K' : ''}${layout.points[piece.point]?.label ?? ''}`)
      .join(',');
  return `${isWhiteToMove ? 'W' : 'B'}:W${side(whiteSeat)}:B${side(1 - whiteSeat)}`;
}
