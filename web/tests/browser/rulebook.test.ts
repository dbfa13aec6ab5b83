// The rules pages as they are met: from a refused move, by keyboard, in another language, and board by board.
import { expect, it } from 'vitest';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { patience, until } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

it('a refused move leads to its rule, which is marked and in view', async () => {
  const player = await server.player();
  await player.goto(`/here/american?position=${encodeURIComponent('W:W18,31:B1,14')}`);
  await player.click('31');
  await player.page.locator('.explanation .notice summary').click();
  await player.page.locator('.explanation .notice a').click();
  const rule = player.page.locator('.rule.is-wanted');
  await rule.waitFor();
  expect(await rule.getAttribute('id')).toBe('AM-7');
  const isInView = () => rule.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < innerHeight / 2);
  await until(isInView, (found) => found, 'the rule in view');
  await rule.locator('.board-cell').first().waitFor();
});

it('an address with a rule lands on it, in the language of the browser', async () => {
  const player = await server.player({ locale: 'hu-HU' });
  await player.goto('/rules/sternhalma#CC-13b');
  await player.page.locator('[id="CC-13b"].is-wanted').waitFor();
  await expect.poll(() => player.page.locator('#title-cc-catapult').textContent(), patience).toBe('Katapult');
});

it('boards come alive only near the view', async () => {
  const player = await server.player();
  await player.goto('/rules/american');
  await player.page.locator('.live .board').first().waitFor();
  const alive = await player.page.locator('.live .board').count();
  expect(alive).toBeLessThan(await player.page.locator('.live').count());
  const last = player.page.locator('.live').last();
  await last.scrollIntoViewIfNeeded();
  await last.locator('.board').waitFor();
});

it('a board can be tried by keyboard: refused, played, begun again', async () => {
  const player = await server.player();
  await player.goto('/rules/american#AM-7');
  const board = player.page.locator('[id="AM-7"] .live');
  const state = board.locator('.live-state');
  await board.getByRole('button', { name: 'Why not 2-6?' }).press('Enter');
  await until(() => state.textContent(), (text) => text?.includes('You must jump') === true, 'the reason');
  await board.getByRole('button', { name: 'Play 15x22' }).press('Enter');
  await until(() => state.textContent(), (text) => text === 'White to move', "White's turn");
  await board.getByRole('button', { name: 'Start again' }).press('Enter');
  await until(() => state.textContent(), (text) => text === 'Red to move', "Red's turn");
});

it('the star is told in five pictures before all its rules', async () => {
  const player = await server.player();
  await player.goto('/rules/sternhalma');
  const short = player.page.locator('.short-rules');
  await short.waitFor();
  expect(await short.locator('li').count()).toBe(5);
  expect(await short.locator('li svg').count()).toBe(5);
  const top = async (selector: string) => (await player.page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
  expect(await top('.short-rules')).toBeLessThan(await top('.rule'));
});
