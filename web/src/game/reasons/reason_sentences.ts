// Knows how the program's reasons against a move are said in any language: by their form, since the program writes them in English.
// Does not know which language is spoken, and when they are given.
import type { Rules } from '../../rules/types';
import type { MessageKey } from '../../messages/messages';
import type { Say, SayIfKnown } from '../../messages/format';
import { setName } from '../board_sentences';
import type { Explained } from '../model';

type Parts = Readonly<Record<string, string>>;
export type Reason = readonly [form: RegExp, word: MessageKey, fixed?: Parts];

export const moveReasons: readonly Reason[] = [
  [/^there is no piece (?:on|in) (?<square>\w+)$/, 'reason.no_piece'],
  [/^the piece on (?<square>\w+) is .*'s; .* is to move$/, 'reason.others_piece'],
  [/^the piece in \w+ is of set (?<colour>\d); the player to move has set (?<mover>\d)$/, 'reason.others_set'],
  [/ can move, and must$/, 'reason.must'],
];

/** What is short and plain needs no quotes around it. */
const plain = /^'([\w.:-]{1,12})'$/;

function spokenPart(say: Say, sayIfKnown: SayIfKnown, name: string, part: string, option: string): string {
  if (part === 'the end') return say('reason.end');
  if (name === 'colour' || name === 'mover') return setName(sayIfKnown, Number(part));
  if (name === 'side') return sayIfKnown(`seat.${part}`, part);
  if (name === 'option') return sayIfKnown(`option.${part}`, part);
  const spoken = (value: string) => sayIfKnown(`option.${option}.${value}`, value);
  if (name === 'possible') return part.split(/, | or /).map(spoken).join(', ');
  return option === '' ? part.replace(plain, '$1') : spoken(part.replace(plain, '$1'));
}

/** A reason in one's own words, where one of these forms is its own. */
export function saidIn(say: Say, sayIfKnown: SayIfKnown, reasons: readonly Reason[], reason: string): string | undefined {
  for (const [form, word, fixed = {}] of reasons) {
    const parts = form.exec(reason);
    if (parts === null) continue;
    const all: Parts = { ...fixed, ...parts.groups };
    const values = Object.entries(all).map(([name, part]) => [name, spokenPart(say, sayIfKnown, name, part, all['option'] ?? '')]);
    return say(word, Object.fromEntries(values) as Parts);
  }
  return undefined;
}

/** What a rule says, in a line; empty where there are no words for it. */
export function ruleSentence(sayIfKnown: SayIfKnown, rules: Rules, token: string, rule: string): string {
  // A rule with a sentence of its own says more than its topic: AM-4 speaks of men and of kings.
  return sayIfKnown(`why.${rule}`, '') || sayIfKnown(`why.${topicOf(rules, token, rule)}`, '');
}

function topicOf(rules: Rules, token: string, rule: string): string {
  const id = token.split(':')[0] ?? '';
  const entry = rules.catalog().find((candidate) => candidate.id === id);
  return entry?.topics.find((candidate) => candidate.rule === rule)?.topic ?? '';
}

/** Why a move was refused; empty where there are no words for it. */
export function reasonIn(say: Say, sayIfKnown: SayIfKnown, rules: Rules, token: string, { code, rule, reason }: Explained): string {
  if (code === 'illegal_move' && rule !== '') {
    // A reason of a known form says more than the rule that it comes from.
    const text = saidIn(say, sayIfKnown, moveReasons, reason) ?? ruleSentence(sayIfKnown, rules, token, rule);
    if (text !== '') return text;
  }
  return sayIfKnown(`refusal.${code}`, '', { example: '11-15' });
}
