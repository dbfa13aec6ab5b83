// Knows how a part that not every visit needs comes once it is wanted; does not know which.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

const pauses = [1000, 4000, 15_000]; // after which a part that did not come is asked for again

export function useLater<Props>(isWanted: boolean, load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> | null {
  const loaded = useSignal<{ readonly part: FunctionComponent<Props> } | null>(null);
  useEffect(() => {
    if (!isWanted || loaded.peek() !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = (again: readonly number[]): void => {
      const missed = () => {
        const [pause, ...rest] = again;
        if (pause !== undefined && !isGone) timer = setTimeout(() => ask(rest), pause);
      };
      load().then((part) => (loaded.value = { part }), missed);
    };
    ask(pauses);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return loaded.value?.part ?? null;
}
