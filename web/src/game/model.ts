// Knows what a table shows and what can be done at it, wherever the game is kept: on the server or on this device.
// Does not know how moves travel, how the board is drawn and what the rules are.
import type { ReadonlySignal } from '@preact/signals';
import type { Outcome, Point, RecordDraft, Refusal } from '../rules/types';
import type { Action as MatchAction } from '../wire';
import type { GameTree, PlayedMove } from './game_tree';

export interface PlayerView {
  readonly id: string;
  readonly name: string;
  readonly kind: 'guest' | 'account' | 'engine';
  readonly rating?: number | undefined;
  readonly isProvisional?: boolean | undefined;
}

export interface ClockView {
  readonly leftMs: number; // at the moment `since`
  readonly periods: number; // byoyomi's; 0 elsewhere
  readonly untilFlagMs?: number | undefined; // of the clock that runs: how long until the flag falls, at that moment
  readonly stepMs?: number; // one period of byoyomi
}

export interface SeatView {
  readonly seat: number;
  readonly name: string; // the game's name of the seat, `Red`
  readonly player?: PlayerView | undefined;
  readonly isMine: boolean;
  readonly isThere: boolean; // its player is connected, or sits here
  readonly isAway?: boolean; // has been gone for so long that the others may claim something, as the server says
  readonly claimAt?: number | undefined; // by Date.now(): when that will be, where its player has just gone
  readonly clock?: ClockView | undefined;
  readonly missed?: { readonly count: number; readonly of: number } | undefined; // turns that ran out; with the last one is out
  readonly place: number; // 0 while it plays on
  readonly isOut: boolean; // resigned or out of time while others play on
}

export type Phase = 'waiting' | 'running' | 'over' | 'aborted';

export interface ChatView {
  readonly id: number;
  readonly author: PlayerView;
  readonly text: string;
  readonly at: number;
  readonly isRemoved: boolean; // by a moderator
}

/** What a player can do now: in a match what the server says; at this screen moves are taken back at once, asking nobody. */
export type Action = MatchAction | 'take_back';

/** A move that has left for the server. The board shows it until its event or its refusal comes. */
export interface PendingMove {
  readonly request: string;
  readonly ply: number; // moves made when it left
  readonly move: PlayedMove;
}

export interface Ended {
  readonly ending: 'rules' | 'resignation' | 'time' | 'agreement' | 'absence' | 'claim' | 'length' | 'aborted' | 'unsaid'; // of a record
  readonly outcome: Outcome;
}

/** A refused move, as it is explained beside the board. */
export interface Explained {
  readonly code: string; // the server's word, `illegal_move`, or that for a refusal of the rules
  readonly rule: string;
  readonly reason: string;
}

export interface TableState {
  readonly token: string;
  readonly phase: Phase;
  readonly seats: readonly SeatView[];
  readonly ply: number; // moves made
  readonly pending: PendingMove | null;
  readonly turn: number | null;
  readonly hands: readonly number[]; // the seats that are moved here
  readonly running: number | null; // the seat whose clock runs
  readonly since: number; // by performance.now(): when the clocks had what the seats say
  readonly actions: readonly Action[];
  readonly drawOffer: number | null;
  readonly takebackOffer: number | null;
  readonly rematchBy: readonly number[];
  readonly declined?: number | null; // the seat that said no to what was last offered
  readonly rematch: string | null; // the path of the next game, once there is one
  readonly isRated: boolean;
  readonly isThinking: boolean; // the computer
  readonly ended: Ended | null;
  readonly spectators: number;
  readonly chat: readonly ChatView[] | null; // null where nobody is to talk to
  readonly you: string; // one's own id, in the chat
  readonly invitation: string | null; // the link for who is missing
  readonly isHost: boolean; // made this game, and may give empty seats to the computer
}

/** How a game is shared and saved. */
export interface Sharing {
  readonly review: string; // the page on which it is looked through
  readonly link: string; // for others to see it
  readonly record: string | RecordDraft; // the address of its file, or what one is written from
}

export interface Table {
  readonly tree: GameTree;
  readonly state: ReadonlySignal<TableState>;
  readonly explained: ReadonlySignal<Explained | null>;
  /** Plays a move of the list of legal moves, by the way that was chosen. */
  play(text: string, way: readonly Point[]): void;
  /** Says why a piece may not go there; `by`: the landings of a capture that was begun. */
  explain(from: Point, to: Point | null, by?: readonly Point[]): void;
  /** Shows why what was typed is no move. */
  refuse(refusal: Refusal & { readonly code?: string }): void;
  forget(): void; // the explanation
  act(action: Action): void;
  sharing(): Sharing;
  talk?(text: string): void;
  /** Hides what somebody says from now on, or shows it again. */
  mute?(player: string, isMuted: boolean): void;
  /** Tells those who run the server about a line. */
  report?(line: ChatView): void;
  leave(): void; // nobody looks at it any more
}
