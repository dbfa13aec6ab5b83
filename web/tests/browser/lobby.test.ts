// How people find a game: paired at once, at a table of the lobby, as watchers of a game that runs, by an invitation.
import { expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import type { House } from './house';
import { keepHouse } from './kept_house';
import { inTurn } from './play';
import { patience } from './player';

let house: House;

keepHouse((opened) => (house = opened));

const blitz = [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }] as const;

it('two who want the same are paired, with their clocks beside them', async () => {
  const [a, b] = [await house.player(), await house.player()];
  for (const player of [a, b]) {
    await player.goto('/lobby');
    await player.page.locator('.quick-game', { hasText: say('game.flying-king') }).getByRole('button').first().click();
  }
  const [white, black] = await inTurn(a, b);
  expect(new URL(white.page.url()).pathname).toBe(new URL(black.page.url()).pathname);
  for (const player of [white, black]) {
    expect(await player.page.locator('.clock').count()).toBe(2);
    for (const text of await player.page.locator('.clock').allTextContents()) expect(text).toMatch(/^[45]:\d\d/);
  }
  await white.click('22', '17');
  await black.sees(1);
});

it('a table of the lobby is found, sat down at, and watched from the first page', async () => {
  const [host, guest, watcher] = [await house.player(), await house.player(), await house.player()];
  await host.guest('Ada');
  await guest.guest('Béla');
  await guest.goto('/lobby');
  await host.goto('/new/american?with=anyone');
  await host.button(say('start.begin')).click();
  await host.says(say('table.waiting'));
  const table = guest.page.locator('li', { hasText: 'Ada' });
  await table.getByRole('link', { name: say('table.sit') }).click();
  await guest.page.getByText(say('table.open')).waitFor();
  await guest.button(say('table.sit')).click();
  const [red, white] = await inTurn(host, guest);
  await red.click('11', '15');
  await white.sees(1);

  await watcher.goto('/');
  const running = watcher.page.locator('section', { has: watcher.page.getByRole('heading', { name: say('home.running') }) });
  const listed = running.locator('li', { hasText: 'Ada' });
  await expect.poll(() => listed.textContent(), patience).toContain('Béla');
  await listed.getByRole('link', { name: say('lobby.watch.go') }).click();
  await watcher.sees(1);
  await white.click('22', '18');
  await watcher.sees(2);
  expect(await watcher.page.getByLabel(say('table.enter')).count()).toBe(0);
  expect(await watcher.button(say('table.resign')).count()).toBe(0);
  await red.page.getByText('1 person watching').waitFor();
});

it('the seat of an invitation is kept for whoever has its link, and a watcher is told so', async () => {
  const [host, other, guest] = [await house.player(), await house.player(), await house.player()];
  await host.guest('Ada');
  const path = await host.host({ game: 'american', clocks: blitz });
  await other.goto(new URL(host.page.url()).pathname);
  await other.page.getByText(say('table.invited')).waitFor();
  expect(await other.button(say('table.sit')).count()).toBe(0);
  await guest.page.goto(house.address + path);
  const [red] = await inTurn(host, guest);
  await red.click('11', '15');
  await other.sees(1);
});

it('who has sat down may get up again while others are still missing', async () => {
  const [host, guest] = [await house.player(), await house.player()];
  await host.guest('Ada');
  await guest.guest('Grace');
  const path = await host.host({ game: 'sternhalma:players=3' });
  const seat = host.page.locator('.seat', { hasText: 'Grace' });
  await guest.page.goto(house.address + path);
  await expect.poll(() => seat.count(), patience).toBe(1);
  await guest.button(say('table.leave')).click();
  await guest.page.getByRole('heading', { name: say('home.title') }).waitFor();
  await expect.poll(() => seat.count(), patience).toBe(0);
});

it('nothing is refused to a new visitor’s browser', async () => {
  for (const path of ['/', '/lobby', '/games', '/account', '/settings', '/rules/american', '/new/sternhalma', '/analysis', '/here/american']) {
    const player = await house.player();
    const refused: string[] = [];
    player.page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await player.goto(path);
    await player.page.waitForLoadState('networkidle');
    expect(refused, path).toEqual([]);
  }
});

it('one’s games are listed with their dates as the language writes them', async () => {
  for (const [locale, date] of [['en-GB', /[A-Z][a-z]{2} \d{1,2}, \d{4}/], ['hu-HU', /\d{4}\. \S+ \d{1,2}\./], ['is-IS', /\d{1,2}\. \S+ \d{4}, \d\d:\d\d/], ['fil-PH', /[A-Z][a-z]{2} \d{1,2}, \d{4}/]] as const) {
    const player = await house.player({ locale });
    await player.goto('/here/american');
    await player.click('11', '15');
    await player.sees(1);
    await player.goto('/games');
    await expect.poll(() => player.page.locator('main').textContent(), patience).toMatch(date);
  }
});
