// A game that runs is not lost from sight: every other page says so at its top, and leads back to it.
import { expect, it } from 'vitest';
import { say } from '../../../src/messages/messages';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { patience, type Player } from '../support/player';

let server: TestServer;
keepServer((opened) => (server = opened));

const bar = (player: Player) => player.page.locator('.running-bar');

it('a running game with a clock is told above other pages with one’s own time, and they lead there', async () => {
  const [ada, bela] = [await server.player({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }), await server.player()];
  await ada.guest('Ada');
  await bela.guest('Béla');
  const path = await ada.host({ game: 'american', clocks: [{ kind: 'fischer', main_ms: 300_000, step_ms: 0 }] });
  const table = new URL(ada.page.url()).pathname;
  await bela.page.goto(server.address + path);
  await ada.says(say('table.turn.you'));
  expect(await bar(ada).count(), 'at the table there is none').toBe(0);
  await ada.tap('11', '15', false);
  await bela.says(say('table.turn.you'));
  await ada.goto('/rules');
  await bar(ada).getByText(say('games.bar.running', { names: 'Béla' })).waitFor();
  await bela.click('22', '18');
  // Seen on the same page, which is not loaded again.
  await bar(ada).getByText(say('games.bar.turn', { names: 'Béla' })).waitFor();
  await expect.poll(() => bar(ada).getByRole('timer').textContent(), patience).toMatch(/^4:\d\d$/);
  for (const path of ['/', '/lobby', '/settings', '/here/american']) {
    await ada.goto(path);
    const box = await bar(ada).boundingBox();
    expect((box?.y ?? 844) + (box?.height ?? 0), path).toBeLessThan(120);
  }
  expect(await ada.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await bar(ada).getByRole('link').tap();
  await ada.says(say('table.turn.you'));
  expect(new URL(ada.page.url()).pathname).toBe(table);
  await expect.poll(() => bar(ada).count(), patience).toBe(0);
  await ada.button(say('table.resign')).tap();
  await ada.button(say('shell.yes')).tap();
  await ada.says(say('table.lost.you'));
  await ada.goto('/');
  await ada.page.getByRole('heading', { name: say('home.more') }).waitFor();
  expect(await bar(ada).count(), 'what is over is not told').toBe(0);
});

it('a game against the computer without a clock may wait', async () => {
  const player = await server.player();
  await player.guest('Ada');
  await player.host({ game: 'american', seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }] });
  await player.says(say('table.turn.you'));
  await player.goto('/');
  await player.page.getByRole('heading', { name: say('home.yours') }).waitFor();
  expect(await bar(player).count()).toBe(0);
});

it('an answer that is overtaken by a later one changes nothing', async () => {
  const player = await server.player();
  await player.guest('Ada');
  const seats = ['Ada', 'Béla'].map((name) => ({ player: { id: name, name, kind: 'guest' } }));
  const running = { match: 'm1', game: 'american', phase: 'running', seats, seat: 0, my_turn: true, created_at: 1, updated_at: 1 };
  const questions: { readonly answer: (matches: readonly object[]) => Promise<void> }[] = [];
  await player.page.route('**/api/me/matches', (route) => void questions.push({ answer: (matches) => route.fulfill({ json: { matches } }) }));
  const asked = (count: number) => expect.poll(() => questions.length, patience).toBe(count);
  await player.page.addInitScript(() => localStorage.setItem('crownstar.played', 'yes'));
  await player.goto('/rules');
  await asked(1);
  await player.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await asked(2);
  await questions[1]?.answer([running]);
  await bar(player).getByText(say('games.bar.turn', { names: 'Béla' })).waitFor();
  const late = player.page.waitForResponse('**/api/me/matches');
  await questions[0]?.answer([]);
  await (await late).finished();
  await player.picture();
  expect(await bar(player).count()).toBe(1);
});
