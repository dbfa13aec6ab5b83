// Knows how rules are told at a table: why a move was refused, which are in force, what will draw the game.
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLater } from '../../app/later';
import { ruleAddress } from '../../app/rule_mark';
import type { DrawCount, Rules } from '../../rules/types';
import { say, sayIfKnown } from '../../messages/messages';
import type { Explained } from '../model';

interface ExplanationProps {
  readonly explained: ReadonlySignal<Explained | null>;
  readonly token: string;
  readonly rules: Rules;
  readonly forget?: () => void;
}

const refusedMove = async () => (await import('./refused_move')).RefusedMove;

/** Whether the page has been touched, by hand or by keys: nobody can break a rule before. */
function useIsTouched(): boolean {
  const isTouched = useSignal(false);
  useEffect(() => {
    const touched = () => (isTouched.value = true);
    const kinds = ['pointerdown', 'keydown'] as const;
    for (const kind of kinds) addEventListener(kind, touched, { once: true });
    return () => kinds.forEach((kind) => removeEventListener(kind, touched));
  }, []);
  return isTouched.value;
}

/** A refused move is answered on the spot, with the rule that stands against it (AM-13). */
export function Explanation({ explained: { value: explained }, token, rules, forget }: ExplanationProps) {
  const isTouched = useIsTouched();
  const RefusedMove = useLater(isTouched || explained !== null, refusedMove);
  return (
    <div class="explanation" aria-live="assertive">
      {explained !== null && RefusedMove !== null && <RefusedMove explained={explained} token={token} rules={rules} forget={forget} />}
    </div>
  );
}

/** A count is told from the middle of its way on, and a position when it has come up again. */
const matters = ({ topic, made, limit }: DrawCount): boolean => (topic === 'repetition' ? made > 1 : 2 * made >= limit);

/** What will draw the game before long, if nothing happens. */
export function DrawCounters({ counts, token }: { readonly counts: readonly DrawCount[]; readonly token: string }) {
  const told = counts.filter(matters);
  return (
    <div class="draw-counters small">
      {told.map(({ rule, topic, made, limit }) => (
        <p key={topic}>
          <a href={ruleAddress(token, rule)}>{sayIfKnown(`table.count.${topic}`, topic, { made, limit })}</a>
        </p>
      ))}
    </div>
  );
}

const inForce = ['hop', 'rest', 'goal'];

/** What is seen at the table without being told. */
const seen = ['players', 'sets'];

/** The star's rules that differ from place to place, as they hold at this table, and all else that is not usual. */
export function InForce({ token, rules }: { readonly token: string; readonly rules: Rules }) {
  const [id = '', options = ''] = token.split(':');
  const entry = rules.catalog().find((candidate) => candidate.id === id);
  const chosen = new Map(options.split(',').map((option) => option.split('=', 2) as [string, string | undefined]));
  const unusual = [...chosen.keys()].filter((key) => !inForce.includes(key) && !seen.includes(key));
  const shown = [...inForce, ...unusual].flatMap((key) => {
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
