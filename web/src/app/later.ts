// Knows how a part that not every visit needs comes once it is wanted; does not know which.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { tryAfterPauses } from './after_pauses';

const pausesMs = [0, 1000, 4000, 15_000]; // a part that did not come is asked for again

export function useLater<Props>(isWanted: boolean, load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> | null {
  const loaded = useSignal<{ readonly part: FunctionComponent<Props> } | null>(null);
  useEffect(() => {
    if (!isWanted || loaded.peek() !== null) return;
    return tryAfterPauses(pausesMs, async () => {
      loaded.value = { part: await load() };
      return true;
    });
  }, [isWanted]);
  return loaded.value?.part ?? null;
}
