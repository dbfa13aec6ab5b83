// Knows how the program's reasons against a move are said in the player's language: by their form, since the program writes
// them in English. Refuses to know when they are given.
import type { Rules } from '../rules/types';
import { say, sayIfKnown, type MessageKey } from '../messages/messages';
import type { Explained } from './model';
import { ruleText } from './naming';

type Parts = Readonly<Record<string, string>>;
export type Reason = readonly [form: RegExp, word: MessageKey, fixed?: Parts];

export const moveReasons: readonly Reason[] = [
  [/^there is no piece (?:on|in) (?<square>\w+)$/, 'reason.no_piece'],
  [/^the piece on (?<square>\w+) is .*'s; .* is to move$/, 'reason.others_piece'],
  [/ can move, and must$/, 'reason.must'],
];

/** What is short and plain needs no quotes around it. */
const plain = /^'([\w.:-]{1,12})'$/;

function spokenPart(name: string, part: string, option: string): string {
  if (part === 'the end') return say('reason.end');
  if (name === 'side') return sayIfKnown(`seat.${part}`, part);
  if (name === 'option') return sayIfKnown(`option.${part}`, part);
  const spoken = (value: string) => sayIfKnown(`option.${option}.${value}`, value);
  if (name === 'possible') return part.split(/, | or /).map(spoken).join(', ');
  return option === '' ? part.replace(plain, '$1') : spoken(part.replace(plain, '$1'));
}

/** A reason in the player's words, where one of these forms is its own. */
export function saidAs(reasons: readonly Reason[], reason: string): string | undefined {
  for (const [form, word, fixed = {}] of reasons) {
    const parts = form.exec(reason);
    if (parts === null) continue;
    const all: Parts = { ...fixed, ...parts.groups };
    const values = Object.entries(all).map(([name, part]) => [name, spokenPart(name, part, all['option'] ?? '')]);
    return say(word, Object.fromEntries(values) as Parts);
  }
  return undefined;
}

/** Why a move was refused, in the player's language; the program's own reason where there is no better one. */
export function reasonText(rules: Rules, token: string, explained: Explained): string {
  if (explained.code === 'illegal_move' && explained.rule !== '') {
    // A reason of a known form says more than the rule that it comes from.
    const text = saidAs(moveReasons, explained.reason) ?? ruleText(rules, token, explained.rule);
    if (text !== '') return text;
  }
  const known = sayIfKnown(`refusal.${explained.code}`, '', { example: '11-15' });
  return known !== '' ? known : say('shell.failed', { reason: explained.reason });
}
