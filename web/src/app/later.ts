// Knows how a part that not every visit needs comes once it is wanted; does not know which.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

export function useLater<Props>(isWanted: boolean, load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> | null {
  const loaded = useSignal<{ readonly part: FunctionComponent<Props> } | null>(null);
  useEffect(() => {
    if (isWanted && loaded.peek() === null) load().then((part) => (loaded.value = { part }), () => undefined);
  }, [isWanted]);
  return loaded.value?.part ?? null;
}
