// Knows what a board tells the page that it stands on. Does not know when.
import type { Outcome, Refusal } from '../../../src/rules/types';

export interface MoveDetail {
  /** As the rules write it: `11-15`, `22x15`. */
  readonly move: string;
  /** From, every landing, to: `['22', '15']`. */
  readonly path: readonly string[];
  readonly captured: readonly string[];
  readonly crowns: boolean;
  /** Who moved, as the rules say it: `Red`, `Seat 1`. */
  readonly side: string;
  /** Who moves next; null when the game is over. */
  readonly turn: string | null;
  /** After the move: FEN, or the star's text. */
  readonly position: string;
  /** All moves since the start, this one too. */
  readonly moves: readonly string[];
}

export interface IllegalMoveDetail {
  readonly from: string;
  /** Null if the piece was only pressed, and cannot move or is somebody else's. */
  readonly to: string | null;
  /** The id of the rule that it breaks, `AM-7`; '' if there is none. */
  readonly rule: string;
  /** Why, as the rules say it, in English. */
  readonly reason: string;
  /** Why, as the board says it, in its language. */
  readonly text: string;
}

export interface GameOverDetail {
  readonly outcome: Outcome;
  readonly position: string;
  readonly moves: readonly string[];
}

/** What the board was asked to show and cannot: an unknown game, an impossible position, an illegal move among its moves. */
export type ProblemDetail = Omit<Refusal, 'ok'>;

export interface BoardEventMap {
  /** The player made a move. `preventDefault()` takes it back. */
  readonly move: CustomEvent<MoveDetail>;
  /** The player tried an illegal move. `preventDefault()` keeps the board from explaining it. */
  readonly 'illegal-move': CustomEvent<IllegalMoveDetail>;
  readonly 'game-over': CustomEvent<GameOverDetail>;
  /** The board shows what its attributes describe. */
  readonly ready: CustomEvent<null>;
  readonly problem: CustomEvent<ProblemDetail>;
}
