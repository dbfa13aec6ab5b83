// Knows which sentences the board needs, and their English; refuses to know which language is spoken.
import type { Piece, Point } from './types';

/** What a screen reader hears of one point. */
export interface CellFacts {
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
export interface MoveFacts {
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
  cell(facts: CellFacts): string;
  /** No targets are told for a piece that is picked in the opponent's time. */
  picked(facts: CellFacts, targets: readonly string[]): string;
  droppedBack(label: string): string;
  /** The piece has no legal move. */
  cannotMove(facts: CellFacts): string;
  cannotGo(from: string, to: string): string;
  moved(facts: MoveFacts): string;
  /** The move was the last one, and is undone: taken back, or stepped back over. */
  undone(facts: MoveFacts): string;
  /** The board jumped to where it stands after so many moves. */
  stands(moves: number): string;
  /** The title of the bubble where two chains end in the same place. */
  choose(label: string): string;
  /** One of them. */
  choice(facts: MoveFacts): string;
  confirm(facts: MoveFacts): string;
  play(): string;
  cancel(): string;
  premove(from: string, to: string): string;
}

const pieceOf = (piece: Piece): string => `seat ${piece.seat + 1} ${piece.isKing ? 'king' : 'piece'}`;
const list = (labels: readonly string[]): string =>
  labels.length < 2 ? (labels[0] ?? '') : `${labels.slice(0, -1).join(', ')} and ${labels[labels.length - 1]}`;

/** English, with the pieces called by `name`: what stands where a page has no words of its own. */
export function englishMessages(name: (piece: Piece) => string = pieceOf): BoardMessages {
  const mover = (facts: MoveFacts): string =>
    name({ point: -1 as Point, seat: facts.seat, set: facts.set, isKing: facts.isKing });
  const end = (facts: MoveFacts): string => facts.path[facts.path.length - 1] ?? '';
  const moved = (facts: MoveFacts): string =>
    facts.captured.length > 0
      ? `${mover(facts)} takes ${list(facts.captured)}, lands on ${end(facts)}${facts.crowns ? ', crowned' : ''}.`
      : `${mover(facts)} goes from ${facts.path[0] ?? ''} to ${end(facts)}${facts.crowns ? ', crowned' : ''}.`;
  return {
    board: () => 'Board',
    keys: () => 'Arrow keys walk, Enter or Space picks and plays, Escape lays back, Page Up and Page Down go to what can move.',
    cell: (facts) =>
      [
        facts.label,
        facts.piece === null ? 'empty' : name(facts.piece),
        facts.isPicked ? 'picked' : '',
        facts.mustCapture ? 'must capture' : facts.canMove ? 'can move' : '',
        facts.isTarget ? 'target' : facts.isLanding ? 'landing' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    picked: (facts, targets) =>
      `${facts.piece === null ? '' : name(facts.piece)} on ${facts.label} picked.${targets.length === 0 ? '' : ` Targets: ${list(targets)}.`}`,
    droppedBack: (label) => `Laid back on ${label}.`,
    cannotMove: (facts) => `The piece on ${facts.label} cannot move.`,
    cannotGo: (from, to) => `${from} cannot go to ${to}.`,
    moved,
    undone: (facts) => `One move back: ${moved(facts)}`,
    stands: (moves) => (moves === 0 ? 'The start of the game.' : `The position after move ${moves}.`),
    choose: (label) => `Several ways lead to ${label}. Which one?`,
    choice: (facts) => (facts.captured.length > 0 ? `Takes ${list(facts.captured)}` : `By ${list(facts.path.slice(1, -1))}`),
    confirm: (facts) => `Play ${facts.path[0] ?? ''} to ${end(facts)}?`,
    play: () => 'Play',
    cancel: () => 'Back',
    premove: (from, to) => `Laid down for later: ${from} to ${to}.`,
  };
}
