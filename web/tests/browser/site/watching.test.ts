// The games that run now, as the lobby shows them: small boards, who plays, and how much time is left.
import { expect, it } from 'vitest';
import { say } from '../../../src/messages/messages';
import type { Me } from '../../../src/wire';
import { withAccount } from '../support/accounts';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { patience, type Player } from '../support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

const blitz = [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }] as const;

it('a game that runs has a small board that follows it', async () => {
  const [host, guest, watcher] = [await server.player(), await server.player(), await server.player()];
  await host.guest('Ada');
  const made = await host.post<{ match: string }>('/api/matches', { game: 'american', draw_seats: false, visibility: 'lobby', clocks: blitz });
  await guest.guest('Grace');
  await guest.post(`/api/matches/${made.match}/join`, {});
  await host.goto(`/match/${made.match}`);
  await watcher.goto('/lobby');
  const board = watcher.page.locator('.watching li', { hasText: 'Grace' }).locator('.board-pieces');
  await expect.poll(() => board.locator('.piece').count(), patience).toBe(24);
  const places = () => board.locator('.piece').evaluateAll((pieces) => pieces.map((piece) => piece.getAttribute('transform')).join());
  const before = await places();
  await host.click('11', '15');
  await expect.poll(places, patience).not.toBe(before);
  const watch = await watcher.page.locator('.watching').getByRole('link', { name: say('lobby.watch.go') }).boundingBox();
  expect((watch?.y ?? Infinity) + (watch?.height ?? 0), 'who plays is seen from the top').toBeLessThan(760);
  await board.click();
  await watcher.page.waitForURL(`**/match/${made.match}`);
});

it('beside the small board stand both players with their ratings, and their clocks run as at the table', async () => {
  const [host, guest, watcher] = [await withAccount(server, 'Blaise'), await withAccount(server, 'Pascal'), await server.player()];
  for (const end of ['resign', 'play'] as const) {
    const made = await host.post<{ match: string }>('/api/matches', { game: 'american', draw_seats: false, visibility: 'lobby', clocks: blitz, rated: true });
    await guest.post(`/api/matches/${made.match}/join`, {});
    for (const player of [host, guest]) await player.goto(`/match/${made.match}`);
    await host.click('11', '15');
    await guest.sees(1);
    await guest.click('22', '18');
    await host.sees(2);
    if (end === 'resign') {
      await guest.button(say('table.resign')).click();
      await guest.button(say('shell.yes')).click();
      await guest.page.locator('.result').waitFor();
      await expect.poll(async () => (await host.get<Me>('/api/me')).ratings.length, patience).toBe(1);
    }
  }
  await watcher.goto('/lobby');
  const game = watcher.page.locator('.watching > li', { hasText: 'Blaise' });
  const seats = game.locator('.watched-seat');
  await expect.poll(() => seats.allTextContents(), patience).toEqual([expect.stringMatching(/^Blaise 1[67]\d\d\? [45]:\d\d$/), expect.stringMatching(/^Pascal 1[23]\d\d\? [45]:\d\d$/)]);
  expect(await seats.first().locator('abbr').getAttribute('title')).toBe(say('rating.provisional'));
  expect(await seats.first().getByRole('link', { name: 'Blaise' }).getAttribute('href')).toBe('/player/Blaise');
  // The one to move is lit, and only that clock goes on, as the players see it.
  expect(await seats.evaluateAll((all) => all.map((seat) => seat.matches('.is-turn') && seat.matches('[aria-current=true]')))).toEqual([true, false]);
  const seconds = async (of: Player, name: string, row: string) => {
    const text = (await of.page.locator(row, { hasText: name }).locator('.clock').textContent()) ?? '';
    const [minutes = Number.NaN, rest = Number.NaN] = text.split(':').map(Number);
    return 60 * minutes + rest;
  };
  const [mover, other] = [await seconds(watcher, 'Blaise', '.watched-seat'), await seconds(watcher, 'Pascal', '.watched-seat')];
  await expect.poll(() => seconds(watcher, 'Blaise', '.watched-seat'), patience).toBeLessThanOrEqual(mover - 2);
  expect(await seconds(watcher, 'Pascal', '.watched-seat')).toBe(other);
  expect(Math.abs((await seconds(watcher, 'Blaise', '.watched-seat')) - (await seconds(host, 'Blaise', '.seat')))).toBeLessThanOrEqual(1);
  await host.click('15', '22');
  await expect.poll(() => seats.evaluateAll((all) => all.map((seat) => seat.matches('.is-turn'))), patience).toEqual([false, true]);
  await expect.poll(() => seconds(watcher, 'Pascal', '.watched-seat'), patience).toBeLessThanOrEqual(other - 1);
});

it('a star of many lists who plays in which colour beside its small board, on a phone too', async () => {
  const [host, watcher] = [await server.player(), await server.player({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })];
  await host.guest('Lagrange');
  const computers = Array.from({ length: 4 }, () => ({ t: 'engine', engine: 'casual' }));
  await host.post('/api/matches', { game: 'sternhalma:players=5', draw_seats: false, visibility: 'lobby', clocks: blitz, seats: [{ t: 'me' }, ...computers] });
  await watcher.goto('/lobby');
  const game = watcher.page.locator('.watching > li', { hasText: 'Lagrange' });
  await game.locator('.board-pieces > .piece').first().waitFor();
  expect(await game.locator('.watched-seat').count()).toBe(5);
  expect(await game.locator('.watched-seat svg.disc').count()).toBe(5);
  expect(await watcher.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
