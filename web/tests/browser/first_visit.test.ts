// A first visit is small: what a board needs over the wire, and what pages without one do not load.
import { expect, it } from 'vitest';
import { firstVisit } from './support/first_visit';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { patience } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

it.each(['/here/american', '/here/sternhalma'])('less than 150 kB bring %s, with the headers of the answers', async (path) => {
  const { wire, files } = await firstVisit(server, path, '.board-cell-own');
  expect(files.filter((file) => file.endsWith('.wasm'))).toHaveLength(1);
  expect(wire).toBeLessThan(150_000);
});

it.each([
  ['/games', 'h1'],
  ['/account', 'form'],
  ['/player/nobody', 'h1'],
])('%s loads no table', async (path, sign) => {
  const { files } = await firstVisit(server, path, sign);
  expect(files.filter((file) => file.includes('/frame-'))).not.toEqual([]);
  expect(files.filter((file) => file.includes('/table-'))).toEqual([]);
});

it('a table has no titles that change their letters: the typeface comes when all files are on the device, and is seen from the next page on', async () => {
  const { page } = await server.player({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.address}/here/american`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/fraunces-')));
  await expect.poll(fetched, patience).toBe(true);
  expect(await page.evaluate(() => document.fonts.size)).toBe(0);
  const seen = await page.evaluateHandle(() => {
    const states: string[] = [];
    new MutationObserver(() => {
      if (states.length === 0 && document.querySelector('main .quick-clocks') !== null) states.push(...[...document.fonts].map(({ family, status }) => `${family} ${status}`));
    }).observe(document.body, { childList: true, subtree: true });
    return states;
  });
  await page.locator('.bar nav a[href="/lobby"]').click();
  await expect.poll(() => seen.jsonValue(), patience).toEqual(['Fraunces loaded']);
});
