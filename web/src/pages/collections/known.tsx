// Knows which collections the site has, and where the way to them is shown: nowhere if it has none.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../app/api';
import { say } from '../../messages/messages';
import '../../messages/en_collections';
import type { Collection, CollectionList } from '../../wire';

export async function theCollections(): Promise<readonly Collection[]> {
  return (await ask<CollectionList>('GET', '/api/collections')).collections ?? [];
}

/** Undefined until it is known; a device that is offline has none. */
export function useCollections(): readonly Collection[] | undefined {
  const known = useSignal<readonly Collection[] | undefined>(undefined);
  useEffect(() => {
    theCollections().then((all) => (known.value = all), () => (known.value = []));
  }, []);
  return known.value;
}

/** Among one's own games: the games of others. */
export function CollectionsCard() {
  const all = useCollections() ?? [];
  if (all.length === 0) return null;
  return (
    <section class="card">
      <h2>{say('collections.title')}</h2>
      <p class="quiet">{say('collections.about', { count: all.reduce((sum, { games }) => sum + games, 0) })}</p>
      <p class="row">
        <a class="button" href="/collections">
          {say('collections.go')}
        </a>
      </p>
    </section>
  );
}
