// What the input of moves works on and whom it tells: the interface to the board around it.
import type { Cells } from '../drawing/cells';
import type { BoardSvg } from '../drawing/board_svg';
import type { Pieces } from '../drawing/pieces';
import type { BoardMessages, MoveDescription } from '../messages';
import type { BoardEvents, BoardView, Move, Point, WaysOf } from '../types';
import type { Bubble } from './bubble';

export type Way = readonly Point[];

export interface Surface {
  readonly svg: BoardSvg;
  readonly pieces: Pieces;
  readonly cells: Cells;
  readonly bubble: Bubble;
  readonly view: BoardView;
  readonly messages: BoardMessages;
  readonly events: BoardEvents;
  readonly waysOf: WaysOf;
  /** A move was sent and is not yet answered. */
  readonly isWaiting: boolean;
  /** Whatever is being shown comes to its end. */
  skipAnimation(): void;
  play(move: Move, way: Way, isDragged: boolean): void;
  describe(way: Way, captured: readonly Point[], crowns: boolean): MoveDescription;
}
