// Knows how a long list of matches comes from the server, a page of it after the other. Does not know whose they are.
import { useSignal } from '@preact/signals';
import { ask } from '../../app/api';
import type { MatchList, MatchSummary } from '../../wire';

/** Pages in which there may be nothing to see, before one has to ask for more. */
const mostSkipped = 5;

export interface MatchPages {
  /** Undefined until the first page has come. */
  readonly matches: readonly MatchSummary[] | undefined;
  readonly hasMore: boolean;
  readonly more: () => Promise<void>;
}

export function useMatchPages(path: string): MatchPages {
  const matches = useSignal<readonly MatchSummary[] | undefined>(undefined);
  const next = useSignal('');
  const more = async () => {
    for (let pages = 0; pages < mostSkipped; pages += 1) {
      const page = await ask<MatchList>('GET', next.peek() === '' ? path : `${path}?from=${encodeURIComponent(next.peek())}`);
      matches.value = [...(matches.peek() ?? []), ...page.matches];
      next.value = page.next ?? '';
      if (next.peek() === '' || page.matches.length > 0) return;
    }
  };
  return { matches: matches.value, hasMore: next.value !== '', more };
}
