// Knows how the program's reasons against a move are said in the player's language; does not know when they are given.
import type { Rules } from '../../rules/types';
import { say, sayIfKnown } from '../../messages/messages';
import type { Explained } from '../model';
import { reasonIn, saidIn, type Reason } from './reason_sentences';

/** A reason in the player's words, where one of these forms is its own. */
export function saidAs(reasons: readonly Reason[], reason: string): string | undefined {
  return saidIn(say, sayIfKnown, reasons, reason);
}

/** Why a move was refused, in the player's language; the program's own reason where there is no better one. */
export function reasonText(rules: Rules, token: string, explained: Explained): string {
  return reasonIn(say, sayIfKnown, rules, token, explained) || say('shell.failed', { reason: explained.reason });
}
