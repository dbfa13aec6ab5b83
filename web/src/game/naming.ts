// Knows what seats, pieces and moves are called in the player's language; does not know how they look.
import { preferences } from '../app/preferences/preferences';
import type { BoardMessages } from '../board/messages';
import { say, sayIfKnown, sayList } from '../messages/messages';
import { boardSentences, seatName, setName } from './board_sentences';
import { botName, playerName } from './computer';
import { setsOf } from './dressing';
import type { SeatView, TableState } from './model';
import type { GameTree } from './game_tree';

/** A seat of draughts; `name`: as the rules call it. */
export function draughtsSeatName(name: string): string {
  return seatName(sayIfKnown, name, preferences.value.pieces);
}

/** A colour of the star. */
export function starSetName(set: number): string {
  return setName(sayIfKnown, set);
}

/** `Red`, or `Red and Green` for a player of two colours of the star. */
export function sideName(tree: GameTree, seat: number): string {
  if (tree.layout.shape === 'squares') return draughtsSeatName(tree.game.seatName(seat));
  return sayList(setsOf(tree.root, seat).map(starSetName));
}

/** Who sits there, or else the colour. */
export function seatTitle(tree: GameTree, view: SeatView): string {
  if (view.player?.kind === 'engine') return botName(view.seat);
  return view.player === undefined ? sideName(tree, view.seat) : playerName(view.player);
}

/** All that the board says, about this table. */
export function boardMessages(tree: GameTree): BoardMessages {
  const isStar = tree.layout.shape === 'star';
  return boardSentences(say, sayList, isStar, (seat, set) => (isStar ? starSetName(set) : sideName(tree, seat)));
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
