// Knows which data files the site publishes, and where they are.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../app/api';
import type { PublishedFile, PublishedFileList } from '../../wire';

export async function siteData(): Promise<readonly PublishedFile[]> {
  return (await ask<PublishedFileList>('GET', '/api/open-data')).files ?? [];
}

export const addressOfFile = (name: string): string => `/open-data/${encodeURIComponent(name)}`;

/** Whether there is any; a device that is offline has none. */
export function useHasSiteData(): boolean {
  const has = useSignal(false);
  useEffect(() => {
    siteData().then((files) => (has.value = files.length > 0), () => undefined);
  }, []);
  return has.value;
}
