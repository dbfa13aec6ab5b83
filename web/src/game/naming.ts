// Knows what seats, pieces and moves are called in the player's language; refuses to know how they look.
import { preferences } from '../app/preferences';
import type { BoardMessages } from '../board/messages';
import type { Rules } from '../rules/types';
import { say, sayIfKnown, sayList } from '../messages/messages';
import { boardSentences, ruleSentence, seatName, seenAs, setName } from './board_sentences';
import { botName, playerName } from './computer';
import { setsOf } from './dressing';
import type { SeatView, TableState } from './model';
import type { GameTree } from './game_tree';

export function seenName(name: string): string {
  return seenAs(name, preferences.value.pieces);
}

/** `Red`, or `Red and Green` for a player of two colours of the star. */
export function sideName(tree: GameTree, seat: number): string {
  if (tree.layout.shape === 'squares') return seatName(sayIfKnown, tree.game.seatName(seat), preferences.value.pieces);
  return sayList(setsOf(tree.root, seat).map((set) => setName(sayIfKnown, set)));
}

/** Who sits there, or else the colour. */
export function seatTitle(tree: GameTree, view: SeatView): string {
  if (view.player?.kind === 'engine') return botName(view.seat);
  return view.player === undefined ? sideName(tree, view.seat) : playerName(view.player);
}

/** What a rule says, in a line; empty where the page has no words for it. */
export function ruleText(rules: Rules, token: string, rule: string): string {
  return ruleSentence(sayIfKnown, rules, token, rule);
}

/** All that the board says, about this table. */
export function boardMessages(tree: GameTree): BoardMessages {
  const isStar = tree.layout.shape === 'star';
  return boardSentences(say, sayList, isStar, (seat, set) => (isStar ? setName(sayIfKnown, set) : sideName(tree, seat)));
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
