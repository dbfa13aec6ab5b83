// Knows how the rule is told by which a game ended. It comes while a game is played, and its English with it.
import { RuleMark } from '../../app/rule_mark';
import '../../messages/en_refusals';
import { sayIfKnown } from '../../messages/messages';
import type { Rules } from '../../rules/types';
import type { TableState } from '../model';
import { ruleSentence } from './reason_sentences';

/** By which rule the game was decided; nothing where it was not a rule that did. */
export function EndingRule({ token, state, rules }: { readonly token: string; readonly state: TableState; readonly rules: Rules }) {
  if (state.ended?.ending !== 'rules') return null;
  const { outcome } = state.ended;
  // Of several, what brought the first home; the game's own rule only says that nobody is left to play.
  const rule = outcome.standings.find(({ place }) => place === 1)?.rule || outcome.rule;
  if (rule === '') return null;
  return (
    <p class="ending-rule">
      <RuleMark game={token} rules={[rule]} text={ruleSentence(sayIfKnown, rules, token, rule)} />
    </p>
  );
}
