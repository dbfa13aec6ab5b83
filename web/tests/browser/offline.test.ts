// With no network and no server, after one visit: the page opens, games are played and kept.
import { beforeAll, expect, it } from 'vitest';
import type { Rules } from '../../src/rules/types';
import { value, wholeTestRules } from '../unit/rules/modules';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { patience } from './support/player';

let server: TestServer;
let rules: Rules;

keepServer((opened) => (server = opened));
beforeAll(async () => {
  rules = await wholeTestRules();
});

it('plays against the computer and at one screen, and keeps the games', async () => {
  const player = await server.player();
  await player.goto('/');
  await player.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.kill();
  await player.page.context().setOffline(true);

  await player.goto('/');
  await player.page.locator('.featured-game').first().getByRole('button', { name: 'Play the computer' }).click();
  await player.page.waitForURL(/\/here\/american\/.+/);
  const mine = player.page.locator('.board-cell-own');
  const isMyMove = () => player.state.textContent();
  await expect.poll(isMyMove, patience).toBe('Your move');
  const begun = await player.page.locator('.move').count();
  for (const way of [['11', '15'], ['22', '18']] as const) {
    const cell = await mine.evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')?.split(',')[0]));
    if (cell.includes(way[0])) await player.click(...way);
  }
  await player.sees(begun + 2);
  await player.page.reload();
  await player.sees(begun + 2);

  const engine = await player.page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((known) => known.startsWith('crownstar-'));
    const kept = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return kept.filter((path) => /(engine|american|flying-king)-.*\.(wasm|net)$/.test(path)).length;
  });
  expect(engine, 'the engine and what it judges with are on the device').toBe(3);

  for (const game of ['flying-king', 'sternhalma', 'international'] as const) {
    await player.goto(`/here/${game}`);
    await player.state.waitFor();
    const begun = value(rules.start(game));
    const [move] = value(begun.legalMoves());
    begun.free();
    const field = await player.field();
    await field.fill(move?.text ?? '');
    await field.press('Enter');
    await player.sees(1);
    await player.page.reload();
    await player.sees(1);
  }
  await player.goto('/games');
  await expect.poll(() => player.page.locator('.plain-list li').count(), patience).toBe(4);
  await player.goto('/');
  await expect.poll(() => player.page.locator('[aria-labelledby=yours-title] li').count(), patience).toBe(3);
  await server.start();
});
