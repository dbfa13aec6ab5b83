// Knows the field for those who would rather type than point: any form of a move that the rules can read.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Point } from '../rules/types';
import { say } from '../messages/messages';
import type { Table } from '../game/model';
import { takeAskedFor } from './signs';

/** Where moves can be typed. */
type TypedOn = Pick<Table, 'tree' | 'play' | 'explain' | 'refuse'>;

/** The two holes of a star's move that was typed; in draughts the rules say more of the text than of its ends. */
function endsOf({ tree: { layout } }: TypedOn, typed: string): readonly (Point | undefined)[] {
  if (layout.shape !== 'star') return [];
  const labels = typed.toLowerCase().split(/[^a-z0-9]+/);
  return [labels.at(0), labels.at(-1)].map((label) => {
    const found = layout.points.findIndex((point) => point.label === label);
    return found < 0 ? undefined : found;
  });
}

interface TypedMoveProps {
  readonly table: TypedOn;
  readonly isOurTurn: boolean;
  readonly isOn: boolean; // and earlier moves are not being looked at
  readonly skip?: () => void; // ends the showing of earlier moves, for which a typed one does not wait
}

export function TypedMove({ table, isOurTurn, isOn, skip }: TypedMoveProps) {
  const text = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (takeAskedFor()) field.current?.focus();
  }, []);
  return (
    <form
      class="typed-move"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = text.value.trim();
        if (typed === '') return;
        if (!isOurTurn) table.refuse({ ok: false, rule: '', reason: '', code: 'not_your_turn' });
        if (!isOn) return;
        const parsed = table.tree.game.parse(typed);
        if (!parsed.ok) {
          const [from, to] = endsOf(table, typed);
          if (from !== undefined && to !== undefined) table.explain(from, to);
          else table.refuse(parsed);
          return;
        }
        text.value = '';
        skip?.();
        table.play(parsed.value.text, parsed.value.path);
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={say('table.enter')}
        placeholder={say('table.enter')}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={200}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" class="button" aria-disabled={!isOn}>
        {say('table.enter.play')}
      </button>
    </form>
  );
}
