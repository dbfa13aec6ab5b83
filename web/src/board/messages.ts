// Knows which sentences the board needs, and their English; does not know which language is spoken.
import type { Piece, Point } from './types';

/** What a screen reader hears of one point. */
export interface CellDescription {
  readonly label: string;
  readonly piece: Piece | null;
  /** The player may pick it and it has a legal move. */
  readonly canMove: boolean;
  readonly mustCapture: boolean;
  readonly isPicked: boolean;
  /** The picked piece can end here. */
  readonly isTarget: boolean;
  /** The picked piece can land here on its way. */
  readonly isLanding: boolean;
}

/** A move as it is told. */
export interface MoveDescription {
  readonly seat: number;
  readonly set: number;
  readonly isKing: boolean;
  /** The labels of its points, from first to last. */
  readonly path: readonly string[];
  readonly captured: readonly string[];
  readonly crowns: boolean;
}

/** All that the board says. The page gives its own, in the player's language. */
export interface BoardMessages {
  /** The name of the grid. */
  board(): string;
  /** How the board is used by keys, read once with the grid. */
  keys(): string;
  cell(cell: CellDescription): string;
  /** No targets are told for a piece that is picked in the opponent's time. */
  picked(cell: CellDescription, targets: readonly string[]): string;
  droppedBack(label: string): string;
  /** The piece has no legal move. */
  cannotMove(cell: CellDescription): string;
  cannotGo(from: string, to: string): string;
  moved(move: MoveDescription): string;
  /** The move was the last one, and is undone: taken back, or stepped back over. */
  undone(move: MoveDescription): string;
  /** The board jumped to where it stands after so many moves. */
  stands(moves: number): string;
  /** The title of the bubble where two chains end in the same place. */
  choose(label: string): string;
  /** One of them. */
  choice(move: MoveDescription): string;
  confirm(move: MoveDescription): string;
  play(): string;
  cancel(): string;
  premove(from: string, to: string): string;
}

const pieceOf = (piece: Piece): string => `seat ${piece.seat + 1} ${piece.isKing ? 'king' : 'piece'}`;
const list = (labels: readonly string[]): string =>
  labels.length < 2 ? (labels[0] ?? '') : `${labels.slice(0, -1).join(', ')} and ${labels[labels.length - 1]}`;

/** English, with the pieces called by `name`: what stands where a page has no words of its own. */
export function englishMessages(name: (piece: Piece) => string = pieceOf): BoardMessages {
  const mover = (move: MoveDescription): string =>
    name({ point: -1 as Point, seat: move.seat, set: move.set, isKing: move.isKing });
  const end = (move: MoveDescription): string => move.path[move.path.length - 1] ?? '';
  const moved = (move: MoveDescription): string =>
    move.captured.length > 0
      ? `${mover(move)} takes ${list(move.captured)}, lands on ${end(move)}${move.crowns ? ', crowned' : ''}.`
      : `${mover(move)} goes from ${move.path[0] ?? ''} to ${end(move)}${move.crowns ? ', crowned' : ''}.`;
  return {
    board: () => 'Board',
    keys: () => 'Arrow keys walk, Enter or Space picks and plays, Escape lays back, Page Up and Page Down go to what can move.',
    cell: (cell) =>
      [
        cell.label,
        cell.piece === null ? 'empty' : name(cell.piece),
        cell.isPicked ? 'picked' : '',
        cell.mustCapture ? 'must capture' : cell.canMove ? 'can move' : '',
        cell.isTarget ? 'target' : cell.isLanding ? 'landing' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    picked: (cell, targets) =>
      `${cell.piece === null ? '' : name(cell.piece)} on ${cell.label} picked.${targets.length === 0 ? '' : ` Targets: ${list(targets)}.`}`,
    droppedBack: (label) => `Laid back on ${label}.`,
    cannotMove: (cell) => `The piece on ${cell.label} cannot move.`,
    cannotGo: (from, to) => `${from} cannot go to ${to}.`,
    moved,
    undone: (move) => `One move back: ${moved(move)}`,
    stands: (moves) => (moves === 0 ? 'The start of the game.' : `The position after move ${moves}.`),
    choose: (label) => `Several ways lead to ${label}. Which one?`,
    choice: (move) => (move.captured.length > 0 ? `Takes ${list(move.captured)}` : `By ${list(move.path.slice(1, -1))}`),
    confirm: (move) => `Play ${move.path[0] ?? ''} to ${end(move)}?`,
    play: () => 'Play',
    cancel: () => 'Back',
    premove: (from, to) => `Laid down for later: ${from} to ${to}.`,
  };
}
