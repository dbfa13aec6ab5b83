// Knows how somebody resigns: asked once more, with the focus on the answer that costs nothing.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../messages/messages';

export function Resigning({ resign }: { readonly resign: () => void }) {
  const isAsking = useSignal(false);
  const wasAsked = useRef(false);
  const back = useRef<HTMLButtonElement>(null);
  const asks = useRef<HTMLButtonElement>(null);
  // The pressed button cannot be seen any more: without this the focus would be nowhere, and the question unspoken. A layout
  // effect: any other would run after the next paint, and a key could come first.
  useLayoutEffect(() => {
    if (isAsking.value) back.current?.focus();
    else if (wasAsked.current) asks.current?.focus();
    wasAsked.current = isAsking.value;
  }, [isAsking.value]);
  // The question lies over the row, whose buttons keep their places under it.
  return (
    <>
      <button type="button" class="button" ref={asks} onClick={() => (isAsking.value = true)}>
        {say('table.resign')}
      </button>
      {isAsking.value && (
        <span class="row resigning" role="group" aria-label={say('table.resign.sure')}>
          <span>{say('table.resign.sure')}</span>
          <button
            type="button"
            class="button button-main"
            onClick={() => {
              isAsking.value = false;
              resign();
            }}
          >
            {say('shell.yes')}
          </button>
          <button type="button" class="button" ref={back} onClick={() => (isAsking.value = false)}>
            {say('shell.no')}
          </button>
        </span>
      )}
    </>
  );
}
