import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renewWhenReplaced } from '../../src/offline/install';

const reload = vi.fn();
const site = vi.fn<() => Promise<{ readonly ok: boolean }>>();
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  const kept = new Map<string, string>();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('fetch', site);
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  renewWhenReplaced();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

function miss(): void {
  const event = new Event('vite:preloadError', { cancelable: true });
  page.dispatchEvent(event);
  expect(event.defaultPrevented, 'else they get nothing and take it for the part').toBe(false);
}
/** All that the answers to a question set going has been done. */
const settled = () => new Promise((done) => setTimeout(done));

test('a part that does not come has the page loaded anew, once a minute, and whoever asked for it is told', async () => {
  site.mockResolvedValue({ ok: true });
  miss();
  miss(); // two at once
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
  miss();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('where the site does not answer the page stays, and is loaded anew once it does', async () => {
  site.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  miss();
  await settled();
  site.mockResolvedValueOnce({ ok: false }); // what lies between answers for it
  miss();
  await settled();
  expect(site).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  site.mockResolvedValueOnce({ ok: true });
  miss();
  await settled();
  expect(reload).toHaveBeenCalledTimes(1);
});
