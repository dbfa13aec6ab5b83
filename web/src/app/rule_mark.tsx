// Knows how a rule is named where it is not asked for: behind a question mark, which opens to its number and its page.
import { say } from '../messages/messages';

interface RuleMarkProps {
  readonly game: string; // its id, or its token
  readonly rules: readonly string[];
  readonly text?: string; // what the rule says, where that is not said beside it
}

/** The page with a rule, at that rule. */
export function ruleAddress(token: string, rule: string): string {
  return `/rules/${token.split(':')[0] ?? ''}#${rule}`;
}

export function RuleMark({ game, rules, text = '' }: RuleMarkProps) {
  return (
    <details class="rule-mark small">
      <summary aria-label={say('table.rule.read')}>?</summary> {text}{' '}
      {rules.map((rule) => (
        <a key={rule} href={ruleAddress(game, rule)}>
          {say('table.rule', { rule })}{' '}
        </a>
      ))}
    </details>
  );
}
