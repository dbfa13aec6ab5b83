// Knows how a refused move is answered: the reason, and the mark that opens its rule.
import { useEffect, useRef } from 'preact/hooks';
import { RuleMark } from '../../app/rule_mark';
import '../../messages/en_refusals';
import type { Rules } from '../../rules/types';
import type { Explained } from '../model';
import { reasonText } from './reasons';

interface RefusedMoveProps {
  readonly explained: Explained;
  readonly token: string;
  readonly rules: Rules;
  readonly forget: (() => void) | undefined;
}

export function RefusedMove({ explained, token, rules, forget }: RefusedMoveProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [explained]);
  // A press on it puts it away, but for one on the mark that opens its rule.
  const putAway = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('details') === null) forget?.();
  };
  return (
    <div class="notice notice-bad" onClick={putAway} ref={box}>
      <p>{reasonText(rules, token, explained)}</p>
      {explained.rule !== '' && (
        <>
          {' '}
          <RuleMark game={token} rules={[explained.rule]} />
        </>
      )}
    </div>
  );
}
