// Knows the field for those who would rather type than point: any form of a move that the rules can read.
import { useSignal } from '@preact/signals';
import { say } from '../words/words';
import type { Table } from './model';

export function TypedMove({ table, isOn }: { readonly table: Table; readonly isOn: boolean }) {
  const text = useSignal('');
  return (
    <form
      class="typed-move"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = text.value.trim();
        if (typed === '' || !isOn) return;
        const parsed = table.timeline.head.parse(typed);
        if (!parsed.ok) {
          table.refuse(parsed);
          return;
        }
        text.value = '';
        table.play(parsed.value.text, parsed.value.path);
      }}
    >
      <input
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
      <button type="submit" class="button" disabled={!isOn}>
        {say('table.enter.play')}
      </button>
    </form>
  );
}
