// Other players: their names lead to their pages, which show ratings and games; and one sees who one is oneself.
import { expect, it } from 'vitest';
import { languages, say } from '../../../src/messages/messages';
import type { Me, RatingHistory } from '../../../src/wire';
import { withAccount } from '../support/accounts';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { inTurn } from '../support/play';
import { patience, type Player } from '../support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

const clocks = [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }] as const;

/** Two moves of a rated game that everybody may watch; whose turn it is comes first. */
async function ratedGame(host: Player, other: Player): Promise<readonly [Player, Player]> {
  const path = await host.host({ game: 'american', rated: true, clocks, visibility: 'lobby' });
  await other.post(`/api${path.replace('match', 'matches')}/join`, {});
  await other.goto(path);
  const [red, white] = await inTurn(host, other);
  await red.click('11', '15');
  await white.sees(1);
  await white.click('22', '18');
  await red.sees(2);
  return [red, white];
}

async function resign(player: Player): Promise<void> {
  await player.button('Resign').click();
  await player.button('Yes').click();
  await player.page.locator('.result').waitFor();
}

const nameAt = (player: Player, name: string) => player.page.locator('.seat-who').getByRole('link', { name, exact: true });

it('a player’s page shows ratings, games and one’s score against them, and is found from the table', async () => {
  const [ann, bob] = [await withAccount(server, 'Ann'), await withAccount(server, 'Bob')];
  const [red, white] = await ratedGame(ann, bob);
  const [loser, winner] = red === ann ? ['Ann', 'Bob'] : ['Bob', 'Ann'];
  const watcher = await server.player();
  await watcher.page.goto(red.page.url());
  await nameAt(watcher, loser).waitFor();
  // Nobody is led away from a game that they play.
  expect(await red.page.locator('.seat a').count()).toBe(0);
  await resign(red);
  await nameAt(white, loser).focus();
  await white.page.keyboard.press('Enter');
  await white.page.getByRole('heading', { name: loser, level: 1 }).waitFor();
  expect(new URL(white.page.url()).pathname).toBe(`/player/${loser}`);
  await white.page.getByText(say('player.score', { name: loser, won: 1, lost: 0, drawn: 0 })).waitFor();
  const ratings = white.page.locator('section', { has: white.page.getByRole('heading', { name: 'Ratings' }) });
  await expect
    .poll(async () => {
      await white.page.reload();
      await ratings.waitFor();
      return ratings.textContent();
    }, patience)
    .toMatch(/American checkers · blitz\s*1 game\s*1\d\d\d\?/);
  // Everybody finds the game there, and opens it.
  await watcher.goto(`/player/${loser.toLowerCase()}`);
  const row = watcher.page.locator('.plain-list li', { hasText: `against ${winner}` });
  await row.getByText('lost', { exact: true }).waitFor();
  expect(await watcher.page.locator('.player-score').count()).toBe(0);
  expect(await row.getByRole('link', { name: winner }).getAttribute('href')).toBe(`/player/${winner}`);
  expect(await row.getByRole('link', { name: 'Review' }).getAttribute('href')).toMatch(/^\/analysis\?match=m/);
  await row.getByRole('link', { name: 'Open' }).click();
  await watcher.page.waitForURL(/\/match\/m/);
  // From the second game on the rating of whom one met is in the list.
  await ratedGame(ann, bob);
  await ann.goto('/games');
  await ann.page.locator('.plain-list li', { hasText: /against Bob 1\d\d\d\?/ }).waitFor();
});

it('the first rating is told with what it was before, and moves nothing when it comes', async () => {
  const [red, white] = await ratedGame(await withAccount(server, 'Cleo'), await withAccount(server, 'Dan'));
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await white.page.route('**/api/session', async (route) => {
    await held;
    await route.continue();
  });
  await resign(red);
  const card = white.page.locator('.result');
  await white.button(say('table.rematch')).waitFor();
  const line = card.locator('.rating-change');
  expect(await line.textContent(), 'with the end of the game').toBe('Your rating: 1500?');
  expect(await line.getAttribute('title')).toBe(say('rating.provisional'));
  const heights = () => card.evaluate((it) => [...it.children].map((part) => part.getBoundingClientRect().height));
  const before = await heights();
  letThrough();
  await expect.poll(() => line.textContent(), patience).toMatch(/^Your rating: 1500\? → 1[67]\d\d\? \(\+\d+\)$/);
  expect(await heights()).toEqual(before);
  await expect.poll(() => red.page.locator('.rating-change').textContent(), patience).toMatch(/^Your rating: 1500\? → 1[23]\d\d\? \(−\d+\)$/);
});

it('on one’s own page nobody is told to be away, and the ways to an opponent and to the account are there', async () => {
  const player = await withAccount(server, 'Sigrid');
  await player.goto('/player/Sigrid');
  await player.page.getByText(say('player.own')).waitFor();
  expect(await player.page.getByText(say('player.offline')).count()).toBe(0);
  const main = player.page.locator('main');
  expect(await main.getByRole('link', { name: say('home.anyone') }).getAttribute('href')).toBe('/lobby');
  expect(await main.getByRole('link', { name: say('nav.account') }).getAttribute('href')).toBe('/account');
  const other = await withAccount(server, 'Tove');
  await other.goto('/player/Sigrid');
  await other.page.getByRole('link', { name: say('player.challenge') }).waitFor();
});

it('a rating has a line over its games, and a table of the same numbers', async () => {
  const [one, other] = [await withAccount(server, 'Emil'), await withAccount(server, 'Tyra')];
  for (let games = 1; games <= 3; games += 1) {
    await ratedGame(one, other);
    await resign(one);
    await expect.poll(async () => (await one.get<Me>('/api/me')).ratings[0]?.games, patience).toBe(games);
  }
  const { steps = [] } = await one.get<RatingHistory>('/api/players/Emil/ratings/american/blitz');
  expect(steps).toHaveLength(3);
  for (const path of ['/account', '/player/Emil']) {
    await one.goto(path);
    const ratings = one.page.locator('section', { has: one.page.getByRole('heading', { name: say('account.ratings') }) });
    const kind = `${say('game.american')} · ${say('account.pace.blitz')}`;
    await ratings.getByRole('img', { name: say('account.graph', { kind, first: steps[0]!.rating, last: steps[2]!.rating }) }).waitFor();
    expect(await ratings.locator('.rating-line.is-provisional').count()).toBe(1);
    const reading = ratings.locator('.rating-reading > span').first();
    expect(await reading.textContent()).toContain(`${steps[2]!.rating}? −${steps[1]!.rating - steps[2]!.rating} `);
    // Under the pointer is what it was then.
    await ratings.locator('.rating-drawing').hover({ position: { x: 2, y: 60 } });
    await expect.poll(() => reading.textContent(), patience).toContain(`${steps[0]!.rating}?`);
    await ratings.getByText(say('account.graph.table')).click();
    await ratings.locator('td').first().waitFor();
    const rows = await ratings.locator('tbody tr').evaluateAll((all) => all.map((row) => row.children[1]?.textContent));
    expect(rows).toEqual([...steps].reverse().map(({ rating }) => `${rating}?`));
    for (const title of await ratings.locator('abbr').evaluateAll((all) => all.map((each) => each.getAttribute('title')))) expect(title).toBe(say('rating.provisional'));
    for (const wide of [1440, 390, 320]) {
      await one.page.setViewportSize({ width: wide, height: 800 });
      expect(await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path} ${wide}`).toBeLessThanOrEqual(0);
    }
  }
  await one.page.emulateMedia({ colorScheme: 'dark' });
  const colour = () => one.page.locator('.rating-line').first().evaluate((line) => getComputedStyle(line).stroke);
  const dark = await colour();
  await one.page.emulateMedia({ colorScheme: 'light' });
  expect(await colour()).not.toBe(dark);
});

it('the cards of the account leave no hole beside each other, signed in or not', async () => {
  const player = await withAccount(server, 'Holgeir', { viewport: { width: 1440, height: 900 } });
  const guest = await server.player({ viewport: { width: 1440, height: 900 } });
  await guest.guest('Somebody');
  await guest.goto('/account');
  for (const each of [player, guest]) {
    await each.page.locator('.card-columns .card').nth(3).waitFor();
    const columns = await each.page.locator('.card-columns > div').evaluateAll((all) =>
      all.map((column) => [...column.children].map((card) => card.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom] as const)),
    );
    expect(columns).toHaveLength(2);
    expect(Math.abs(columns[0]!.at(-1)![1] - columns[1]!.at(-1)![1]), 'both end at one line').toBeLessThan(1);
    for (const column of columns) {
      expect(column[0]![0]).toBe(columns[0]![0]![0]);
      for (const [index, [top]] of column.entries()) if (index > 0) expect(top - column[index - 1]![1]).toBeLessThan(24);
    }
  }
});

it('in the chat a name opens the way to the page of an account, and of a guest none', async () => {
  const [host, other] = [await withAccount(server, 'Elin'), await server.player()];
  await other.guest('Finn');
  await other.page.goto(server.address + (await host.host({ game: 'american' })));
  await inTurn(host, other);
  for (const player of [host, other]) {
    await player.page.getByLabel('Say something').fill(`hello from ${player === host ? 'Elin' : 'Finn'}`);
    await player.button('Send').click();
  }
  await other.page.getByText('hello from Elin').waitFor();
  await other.page.locator('.talk-name').click();
  expect(await other.page.getByRole('link', { name: 'Profile of Elin' }).getAttribute('href')).toBe('/player/Elin');
  await host.page.locator('.talk-name').click();
  await host.page.getByRole('button', { name: 'Mute Finn' }).waitFor();
  expect(await host.page.getByRole('link', { name: /Finn/ }).count()).toBe(0);
});

it('my games begin with those that go on, and lead to the review of those that are over', async () => {
  const player = await withAccount(server, 'Greta');
  const seats = [{ t: 'me' }, { t: 'engine', engine: 'beginner' }] as const;
  const { match: running } = await player.post<{ match: string }>('/api/matches', { game: 'russian', seats, draw_seats: false });
  const [red] = await ratedGame(player, await withAccount(server, 'Hugin'));
  await resign(red);
  await player.goto('/games');
  const rows = player.page.locator('section', { has: player.page.getByRole('heading', { name: 'Online' }) }).locator('li');
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).textContent()).toContain('Russian');
  expect(await rows.nth(0).getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(`/match/${running}`);
  expect(await rows.nth(0).getByRole('link', { name: 'Review' }).count()).toBe(0);
  expect(await rows.nth(1).getByRole('link', { name: 'Hugin' }).getAttribute('href')).toBe('/player/Hugin');
  await rows.nth(1).getByRole('link', { name: 'Review' }).click();
  await player.page.getByRole('heading', { name: say('analysis.review') }).waitFor();
});

it('the bar says who is signed in, and has room for it in every language', async () => {
  const name = 'Wolfeschlegelsteinha';
  const player = await withAccount(server, name, { viewport: { width: 1440, height: 800 } });
  const link = player.page.locator('header .account-link', { hasText: name });
  expect(await link.getAttribute('aria-label')).toBe(`Account: ${name}`);
  expect(await link.getAttribute('href')).toBe('/account');
  for (const language of Object.keys(languages)) {
    await player.page.evaluate((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
    for (const width of [1440, 1090, 390, 320]) {
      await player.page.setViewportSize({ width, height: 800 });
      await player.page.reload();
      await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe(language);
      await link.waitFor({ state: 'attached' });
      if (width <= 1088) await player.page.locator('.menu-button').click();
      await link.waitFor();
      expect(await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${language} ${width}`).toBeLessThanOrEqual(0);
      const bar = await player.page.locator('.bar-inside').boundingBox();
      if (width > 1088) expect(bar?.height, `${language} ${width}`).toBeLessThanOrEqual(60);
    }
  }
  const guest = await server.player();
  await guest.guest('Somebody');
  await guest.goto('/games');
  await guest.page.getByRole('heading', { name: 'My games' }).waitFor();
  expect(await guest.page.locator('header .account-link').textContent()).toBe('Sign in');
});
