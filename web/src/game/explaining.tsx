// Knows how rules are told at a table: why a move was refused, which rules are in force, by which the game ended.
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ruleAddress, RuleMark } from '../app/rule_mark';
import type { Rules } from '../rules/types';
import { say, sayIfKnown } from '../messages/messages';
import type { Explained, TableState } from './model';
import { ruleText } from './naming';
import { reasonText } from './reasons';

interface ExplanationProps {
  readonly explained: ReadonlySignal<Explained | null>;
  readonly token: string;
  readonly rules: Rules;
}

/** A refused move is answered on the spot, with the rule that stands against it (AM-13). */
export function Explanation({ explained: { value: explained }, token, rules }: ExplanationProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (explained !== null) box.current?.scrollIntoView({ block: 'nearest' });
  }, [explained]);
  return (
    <div class="explanation" aria-live="assertive" ref={box}>
      {explained !== null && (
        <div class="notice notice-bad">
          <p>{reasonText(rules, token, explained)}</p> {explained.rule !== '' && <RuleMark game={token} rules={[explained.rule]} />}
        </div>
      )}
    </div>
  );
}

/** By which rule the game was decided; nothing where it was not a rule that did. */
export function EndingRule({ token, state, rules }: { readonly token: string; readonly state: TableState; readonly rules: Rules }) {
  if (state.ended?.ending !== 'rules') return null;
  const { outcome } = state.ended;
  // Of several, what brought the first home; the game's own rule only says that nobody is left to play.
  const rule = outcome.standings.find(({ place }) => place === 1)?.rule || outcome.rule;
  if (rule === '') return null;
  return (
    <p class="ending-rule">
      <RuleMark game={token} rules={[rule]} text={ruleText(rules, token, rule)} />
    </p>
  );
}

const inForce = ['hop', 'rest', 'goal'] as const;

/** The star's rules that differ from house to house, as they hold at this table. */
export function InForce({ token, rules }: { readonly token: string; readonly rules: Rules }) {
  const [id = '', options = ''] = token.split(':');
  const entry = rules.catalog().find((candidate) => candidate.id === id);
  const chosen = new Map(options.split(',').map((option) => option.split('=', 2) as [string, string | undefined]));
  const shown = inForce.flatMap((key) => {
    const option = entry?.options.find((candidate) => candidate.key === key);
    if (option === undefined) return [];
    const value = chosen.get(key) ?? option.fallback;
    const ids = option.rule.split(', ');
    return [{ key, value, rule: ids[Math.max(0, option.values.indexOf(value))] ?? ids[0] ?? '' }];
  });
  if (shown.length === 0) return null;
  return (
    <dl class="in-force" aria-label={say('table.in.force')}>
      {shown.map(({ key, value, rule }) => (
        <div key={key}>
          <dt>{sayIfKnown(`option.${key}`, key)}</dt>
          <dd>
            <a href={ruleAddress(token, rule)}>{sayIfKnown(`option.${key}.${value}`, value)}</a>
          </dd>
        </div>
      ))}
    </dl>
  );
}
