// Knows what the board is given to draw and what it tells of the player's hand.
// Does not know any rule, any clock, any player's name and the page around it.
import type { Layout, Move, Piece, Point } from '../rules/types';

export type { Layout, Move, Piece, Point };

/** How a board looks, and how pieces look: any of the one with any of the other. Each draws both shapes. */
export const looks = ['walnut', 'green', 'red', 'black', 'slate', 'diagram'] as const;
export type Look = (typeof looks)[number];
export const pieceLooks = ['wood', 'red', 'black', 'flat', 'print'] as const;
export type PieceLook = (typeof pieceLooks)[number];
export type DarkColour = 'red' | 'black';

/** What a drawing with pieces puts on: the classes of looks.css. `darkIs`: what the game calls the dark pieces. */
export function dressOf(look: Look = 'walnut', pieces: PieceLook = 'wood', darkIs: DarkColour = 'red'): string {
  return `look-${look} pieces-${pieces} dark-is-${darkColourIn(pieces, darkIs)}`;
}

/** Some looks have a colour of their own; the others follow the game. */
export function darkColourIn(pieces: PieceLook, darkIs: DarkColour): DarkColour {
  if (pieces === 'print') return 'black';
  return pieces === 'red' || pieces === 'black' ? pieces : darkIs;
}

/** How quickly moves are shown; a system that asks for less motion gets `none` whatever is chosen. */
export type Pace = 'none' | 'quick' | 'calm';

/** A move that was played, as the board shows it after the fact. */
export interface ShownMove {
  /** Whose it was. */
  readonly seat: number;
  readonly set: number;
  readonly path: readonly Point[];
  readonly captured: readonly Point[];
}

/** A move that was made and is not yet in the position: shown as if it were. */
export interface PendingMove extends ShownMove {
  readonly crowns: boolean;
}

/** A line to point at: a hint, an engine's move, a threat, a mistake, what one has drawn; with one point alone a ring around it. */
export interface Arrow {
  readonly path: readonly Point[];
  readonly kind: 'best' | 'other' | 'hint' | 'mistake' | 'drawn';
}

export interface TrayPiece {
  readonly seat: number;
  readonly set: number;
  readonly isKing: boolean;
}

/** A move laid down for later, in the opponent's time. */
export interface Premove {
  readonly from: Point;
  readonly to: Point;
}

/** Everything that the board draws. A new one replaces the old one whole; what did not change is not drawn again. */
export interface BoardView {
  readonly layout: Layout;
  readonly pieces: readonly Piece[];
  /** The legal moves of the position, whoever's turn it is; empty for a board that is only looked at. */
  readonly moves: readonly Move[];
  /**
   * Which position this is, counted by moves from the start: one more than before means that the last of `lastMoves`
   * was played (and is shown hop by hop), one less that it was taken back; anything else is another position.
   */
  readonly number: number;
  /** Whose turn it is; null when nobody's. */
  readonly turn: number | null;
  /** The seats that are moved by this board's hands: one online, all at one screen, none for a watcher. */
  readonly hands: readonly number[];
  /** By how many steps of `layout.turnSteps` the board is turned; see `turnFor`. */
  readonly turned: number;
  /** Oldest first. Draughts: the last move. Star: the last move of each seat. */
  readonly lastMoves: readonly ShownMove[];
  /** The sets whose goals are marked, quietly, and strongly while a piece is picked. */
  readonly goalsOf?: readonly number[];
  /** What stands beside those goals, for whoever looks for them. Left out: nothing. */
  readonly goalName?: string;
  /** The seats that have won: their pieces shine for a moment. */
  readonly won?: readonly number[];
  /** Points whose pieces must capture: they glow. */
  readonly marked?: readonly Point[];
  readonly arrows?: readonly Arrow[];
  readonly premove?: Premove | null;
  readonly pending?: PendingMove | null;
  /** In draughts: the seat that has the light pieces. Left out: the second seat. */
  readonly lightSeat?: number;
  /** What the dark pieces are called, so that a look which has both colours shows the right one. Left out: red. */
  readonly darkIs?: DarkColour;
  readonly look?: Look;
  readonly pieceLook?: PieceLook;
  readonly pace?: Pace;
  /** The longest that showing the last move may take, in milliseconds: its hops share it. Left out: as long as `pace` says. */
  readonly mostMs?: number | undefined;
  readonly coordinates?: boolean;
  /** Ask before a move is played. */
  readonly confirms?: boolean;
  /**
   * Moves may be laid down in the opponent's time: those that could be legal after an answer. Asked when a piece is picked.
   * Left out: none may.
   */
  readonly laterMoves?: () => readonly Move[];
  /** Any piece may be put anywhere and taken off: for a position editor. */
  readonly edits?: boolean;
}

/** What the player's hand did. Each is optional; nothing is awaited. */
export interface BoardEvents {
  /**
   * A legal move, with the way that was chosen. Answered by the next view: it has the move made (the next number), or
   * has it as `pending`; any other takes the piece back to where it was.
   */
  moved?(move: Move, way: readonly Point[]): void;
  /** A piece that cannot move was picked (`to` is null), or was sent where it cannot go; `by`: the landings built before. */
  refused?(from: Point, to: Point | null, by: readonly Point[]): void;
  premoved?(premove: Premove | null): void;
  /** In an editor: from null is a click on a point (or a piece from a palette); to null is a piece off the board. */
  edited?(from: Point | null, to: Point | null): void;
  /** A piece was taken up, or laid back (null): for a sound, or a text beside the board. */
  picked?(point: Point | null): void;
  /** A landing during the showing of a move: for the sound of wood. `isCapture` where a piece was jumped. */
  landed?(isCapture: boolean): void;
}

/** Every way to make a move, shortest first and bounded; asked only where there may be more than one. */
export type WaysOf = (move: Move) => readonly (readonly Point[])[];
