import { afterEach, expect, test, vi } from 'vitest';
import { renewWhenReplaced } from '../../src/offline/install';

afterEach(() => vi.unstubAllGlobals());

test('a part that does not come has the page loaded anew, once a minute, and whoever asked for it is told', () => {
  const page = new EventTarget();
  const kept = new Map<string, string>();
  const reload = vi.fn();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  renewWhenReplaced();
  const missed = () => {
    const event = new Event('vite:preloadError', { cancelable: true });
    page.dispatchEvent(event);
    expect(event.defaultPrevented, 'else they get nothing and take it for the part').toBe(false);
  };
  missed();
  expect(reload).toHaveBeenCalledTimes(1);
  missed();
  expect(reload).toHaveBeenCalledTimes(1);
});
