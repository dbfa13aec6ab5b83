// Knows what seats, pieces and moves are called in the player's language; refuses to know how they look.
import { preferences } from '../app/preferences';
import { darkColourIn } from '../board/types';
import type { BoardMessages, CellFacts, MoveFacts } from '../board/messages';
import type { Piece, Rules } from '../rules/types';
import { say, sayIfKnown, sayList } from '../messages/messages';
import { botName, playerName } from './computer';
import { darkColour } from './dressing';
import type { SeatView, TableState } from './model';
import type { GameTree } from './game_tree';

/** The sets of each seat, as they stood at the start. */
export function setsOf(first: { readonly pieces: readonly Piece[] }, seat: number): readonly number[] {
  return [...new Set(first.pieces.filter((piece) => piece.seat === seat).map((piece) => piece.set))].sort((a, b) => a - b);
}

/** The dark side is called as it is seen: pieces of a look that is black are not called red. */
export function seenName(name: string): string {
  if (name !== 'Red' && name !== 'Black') return name;
  return darkColourIn(preferences.value.pieces, darkColour(name)) === 'red' ? 'Red' : 'Black';
}

/** `Red`, or `Red and Green` for a player of two colours of the star. */
export function sideName(tree: GameTree, seat: number): string {
  if (tree.layout.shape === 'squares') {
    const name = seenName(tree.game.seatName(seat));
    return sayIfKnown(`seat.${name}`, name);
  }
  return listed(setsOf(tree.root, seat).map((set) => sayIfKnown(`seat.set.${set}`, String(set))));
}

export function listed(parts: readonly string[]): string {
  return sayList(parts);
}

/** Who sits there, or else the colour. */
export function seatTitle(tree: GameTree, view: SeatView): string {
  if (view.player?.kind === 'engine') return botName(view.seat);
  return view.player === undefined ? sideName(tree, view.seat) : playerName(view.player);
}

/** What a rule says, in a line; empty where the page has no words for it. */
export function ruleText(rules: Rules, token: string, rule: string): string {
  // A rule with a sentence of its own says more than its topic: AM-4 speaks of men and of kings.
  return sayIfKnown(`why.${rule}`, '') || sayIfKnown(`why.${topicOf(rules, token, rule)}`, '');
}

export function topicOf(rules: Rules, token: string, rule: string): string {
  const id = token.split(':')[0] ?? '';
  const entry = rules.catalog().find((candidate) => candidate.id === id);
  return entry?.topics.find((candidate) => candidate.rule === rule)?.topic ?? '';
}

/** All that the board says, about this table. */
export function boardMessages(tree: GameTree): BoardMessages {
  const isStar = tree.layout.shape === 'star';
  const side = (seat: number, set: number) =>
    isStar ? sayIfKnown(`seat.set.${set}`, String(set)) : sideName(tree, seat);
  const piece = (facts: { seat: number; set: number; isKing: boolean }) =>
    say(isStar ? 'board.piece' : facts.isKing ? 'board.king' : 'board.man', { side: side(facts.seat, facts.set) });
  const cellPiece = (facts: CellFacts) => (facts.piece === null ? say('board.cell.empty') : piece(facts.piece));
  const last = (facts: MoveFacts) => facts.path[facts.path.length - 1] ?? '';
  const first = (facts: MoveFacts) => facts.path[0] ?? '';
  const moved = (facts: MoveFacts) => {
    const who = side(facts.seat, facts.set);
    const told =
      facts.captured.length > 0
        ? say('board.takes', { side: who, captured: listed(facts.captured), to: last(facts) })
        : say('board.goes', { side: who, from: first(facts), to: last(facts) });
    return facts.crowns ? `${told} ${say('board.crowned')}` : told;
  };
  return {
    board: () => say('board.board'),
    keys: () => say('board.keys'),
    cell: (facts) =>
      [
        facts.label,
        cellPiece(facts),
        facts.isPicked ? say('board.cell.picked') : '',
        facts.mustCapture ? say('board.cell.must') : facts.canMove ? say('board.cell.can') : '',
        facts.isTarget ? say('board.cell.target') : facts.isLanding ? say('board.cell.landing') : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    picked: (facts, targets) =>
      targets.length === 0
        ? say('board.picked.none', { piece: cellPiece(facts), label: facts.label })
        : say('board.picked', { piece: cellPiece(facts), label: facts.label, targets: listed(targets) }),
    droppedBack: (label) => say('board.laid', { label }),
    cannotMove: (facts) => say('board.stuck', { label: facts.label }),
    cannotGo: (from, to) => say('board.no', { from, to }),
    moved,
    undone: (facts) => say('board.undone', { move: moved(facts) }),
    stands: (moves) => (moves === 0 ? say('board.start') : say('board.stands', { count: moves })),
    choose: (label) => say('board.choose', { label }),
    choice: (facts) =>
      facts.captured.length > 0
        ? say('board.choice.takes', { captured: listed(facts.captured) })
        : say('board.choice.by', { points: listed(facts.path.slice(1, -1)) }),
    confirm: (facts) => say('board.confirm', { from: first(facts), to: last(facts) }),
    play: () => say('board.play'),
    cancel: () => say('board.cancel'),
    premove: (from, to) => say('board.premove', { from, to }),
  };
}

/** One sentence on how a game that is not over stands, for all to read and for a screen reader to speak. */
export function stateText(tree: GameTree, state: TableState): string {
  if (state.phase === 'waiting') return say('table.waiting');
  if (state.turn === null) return '';
  const seat = state.seats[state.turn];
  const name = seat === undefined ? '' : seatTitle(tree, seat);
  if (state.isThinking && seat?.player?.kind === 'engine') return say('table.thinking', { name });
  const isMine = seat?.isMine === true && state.seats.filter((one) => one.isMine).length === 1;
  return isMine ? say('table.turn.you') : say('table.turn', { name });
}
