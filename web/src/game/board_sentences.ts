// Knows what the board says about a game, and what a broken rule is, in the words of any language.
// Does not know which language is spoken, and where the board stands.
import type { BoardMessages, CellDescription, MoveDescription } from '../board/messages';
import { darkColourIn, type PieceLook } from '../board/types';
import type { Say, SayIfKnown } from '../messages/format';
import { darkColour } from './dressing';

/** The dark side is called as it is seen: pieces of a look that is black are not called red. */
function seenAs(name: string, pieces: PieceLook): string {
  if (name !== 'Red' && name !== 'Black') return name;
  return darkColourIn(pieces, darkColour(name)) === 'red' ? 'Red' : 'Black';
}

/** A seat of draughts. */
export function seatName(sayIfKnown: SayIfKnown, name: string, pieces: PieceLook): string {
  const seen = seenAs(name, pieces);
  return sayIfKnown(`seat.${seen}`, seen);
}

/** A colour of the star. */
export function setName(sayIfKnown: SayIfKnown, set: number): string {
  return sayIfKnown(`seat.set.${set}`, String(set));
}

/** All that the board says; `side`: what a seat is called, or its colour of the star. */
export function boardSentences(
  say: Say,
  sayList: (parts: readonly string[]) => string,
  isStar: boolean,
  side: (seat: number, set: number) => string,
): BoardMessages {
  const piece = (mover: { seat: number; set: number; isKing: boolean }) =>
    say(isStar ? 'board.piece' : mover.isKing ? 'board.king' : 'board.man', { side: side(mover.seat, mover.set) });
  const cellPiece = (cell: CellDescription) => (cell.piece === null ? say('board.cell.empty') : piece(cell.piece));
  const last = (move: MoveDescription) => move.path[move.path.length - 1] ?? '';
  const first = (move: MoveDescription) => move.path[0] ?? '';
  const moved = (move: MoveDescription) => {
    const who = side(move.seat, move.set);
    const told =
      move.captured.length > 0
        ? say('board.takes', { side: who, captured: sayList(move.captured), to: last(move) })
        : say('board.goes', { side: who, from: first(move), to: last(move) });
    return move.crowns ? `${told} ${say('board.crowned')}` : told;
  };
  return {
    board: () => say('board.board'),
    keys: () => say('board.keys'),
    cell: (cell) =>
      [
        cell.label,
        cellPiece(cell),
        cell.isPicked ? say('board.cell.picked') : '',
        cell.mustCapture ? say('board.cell.must') : cell.canMove ? say('board.cell.can') : '',
        cell.isTarget ? say('board.cell.target') : cell.isLanding ? say('board.cell.landing') : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    picked: (cell, targets) =>
      targets.length === 0
        ? say('board.picked.none', { piece: cellPiece(cell), label: cell.label })
        : say('board.picked', { piece: cellPiece(cell), label: cell.label, targets: sayList(targets) }),
    droppedBack: (label) => say('board.laid', { label }),
    cannotMove: (cell) => say('board.stuck', { label: cell.label }),
    cannotGo: (from, to) => say('board.no', { from, to }),
    moved,
    undone: (move) => say('board.undone', { move: moved(move) }),
    stands: (moves) => (moves === 0 ? say('board.start') : say('board.stands', { count: moves })),
    choose: (label) => say('board.choose', { label }),
    choice: (move) =>
      move.captured.length > 0
        ? say('board.choice.takes', { captured: sayList(move.captured) })
        : say('board.choice.by', { points: sayList(move.path.slice(1, -1)) }),
    confirm: (move) => say('board.confirm', { from: first(move), to: last(move) }),
    play: () => say('board.play'),
    cancel: () => say('board.cancel'),
    premove: (from, to) => say('board.premove', { from, to }),
  };
}
