// Knows how a game's seats become the light and the dark pieces of a board, which colours of the star they have, and which pieces
// are marked on it.
// Does not know how a board is drawn.
import type { DarkColour } from '../board/types';
import type { Move, Piece, Point } from '../rules/types';

/** The seat with the light pieces: the first where it is called White, else the second. */
export function lightSeatOf(firstName: string): number {
  return firstName === 'White' ? 0 : 1;
}

/** Red where the game says Red, black elsewhere. */
export function darkColour(name: string): DarkColour {
  return name === 'Red' ? 'red' : 'black';
}

/** The sets of each seat, as they stood at the start. */
export function setsOf(first: { readonly pieces: readonly Piece[] }, seat: number): readonly number[] {
  return [...new Set(first.pieces.filter((piece) => piece.seat === seat).map((piece) => piece.set))].sort((a, b) => a - b);
}

/** Pieces that must capture: those of the legal moves, where these are captures (AM-13). */
export function mustCapture(moves: readonly Move[]): readonly Point[] {
  const captures = moves.filter((move) => move.captured.length > 0);
  return [...new Set(captures.flatMap((move) => move.path[0] ?? []))];
}
