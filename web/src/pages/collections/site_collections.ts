// Knows which collections of recorded games the site has.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../app/api';
import type { Collection, CollectionList } from '../../wire';

export async function siteCollections(): Promise<readonly Collection[]> {
  return (await ask<CollectionList>('GET', '/api/collections')).collections ?? [];
}

/** Undefined until it is known; a device that is offline has none. */
export function useSiteCollections(): readonly Collection[] | undefined {
  const known = useSignal<readonly Collection[] | undefined>(undefined);
  useEffect(() => {
    siteCollections().then((all) => (known.value = all), () => (known.value = []));
  }, []);
  return known.value;
}
