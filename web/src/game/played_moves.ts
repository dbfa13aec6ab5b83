// Knows what is read from the moves of a game: how they are written, their rounds, what was taken, what was moved last.
// Does not know how it is shown.
import type { Layout, Piece, Point } from '../rules/types';
import type { GameTree, PlayedMove } from './game_tree';

/** A move with all its landings: what the rules write short, as 6x31, is to be read without a board, as 6x15x22x31. */
export function fullText(layout: Layout, { text, path, captured }: Pick<PlayedMove, 'text' | 'path' | 'captured'>): string {
  if (path.length <= 2) return text;
  return path.map((point) => layout.points[point]?.label ?? '').join(captured.length > 0 ? 'x' : '-');
}

/** The landings that a star's move was written with; none in draughts, where the text is the move. */
export function wayOf(layout: Layout, text: string): readonly Point[] | undefined {
  if (layout.shape !== 'star') return undefined;
  const way = text.split('-').map((label) => layout.points.findIndex((point) => point.label === label));
  return way.length > 1 && way.every((point) => point >= 0) ? way : undefined;
}

/** A move as a record has it: the star's with every landing, for the text of the rules tells its two ends. */
export function recordedText(layout: Layout, move: Pick<PlayedMove, 'text' | 'path'>): string {
  return layout.shape === 'star' ? fullText(layout, { ...move, captured: [] }) : move.text;
}

/** The moves of a round by their seats: where one has left, or is home, or another began, its place stays empty. */
export type Round = readonly ({ readonly move: PlayedMove; readonly ply: number } | undefined)[];

export function roundsOf(moves: readonly PlayedMove[]): readonly Round[] {
  const rounds: { move: PlayedMove; ply: number }[][] = [];
  let last = Infinity;
  for (const [at, move] of moves.entries()) {
    if (move.seat <= last) rounds.push([]);
    const round = rounds[rounds.length - 1];
    if (round !== undefined) round[move.seat] = { move, ply: at + 1 };
    last = move.seat;
  }
  return rounds.map((round) => Array.from(round));
}

/** What each seat has taken by then, in the order of taking: the pieces in its tray (FK-11). */
export function takenBy(tree: GameTree, ply: number): ReadonlyMap<number, readonly Piece[]> {
  const trays = new Map<number, Piece[]>();
  for (let at = 1; at <= ply; at += 1) {
    const move = tree.nodeAt(at);
    if (move.captured.length === 0) continue;
    const before = tree.nodeAt(at - 1).pieces;
    const tray = trays.get(move.seat) ?? [];
    for (const point of move.captured) {
      const piece = before.find((candidate) => candidate.point === point);
      if (piece !== undefined) tray.push(piece);
    }
    trays.set(move.seat, tray);
  }
  return trays;
}

/** How many of a seat's pieces stand in the points that they race to, after `ply` moves. */
export function homeCount(tree: GameTree, ply: number, seat: number): { readonly home: number; readonly of: number } {
  const own = tree.nodeAt(ply).pieces.filter((piece) => piece.seat === seat);
  return { home: own.filter(({ point, set }) => tree.layout.points[point]?.goalOf === set).length, of: own.length };
}

/** Where the round begins that ends at `ply`: the moves made before it. Nobody moves twice in a round. */
export function roundBefore(tree: GameTree, ply: number): number {
  const seats = new Set<number>();
  let at = ply;
  while (at > 0 && !seats.has(tree.nodeAt(at).seat)) {
    seats.add(tree.nodeAt(at).seat);
    at -= 1;
  }
  return at;
}

/**
 * The moves of the last round, oldest first, at most `most`: each until the next turn of its seat, also where that seat plays
 * no more. In draughts only the last of all.
 */
export function lastMoves(tree: GameTree, ply: number, most: number): readonly PlayedMove[] {
  const count = Math.min(tree.layout.shape === 'star' ? most : 1, ply - roundBefore(tree, ply));
  return Array.from({ length: count }, (_, at) => tree.nodeAt(ply - count + 1 + at));
}
