// How people find a game: paired at once, at a table of the lobby, as watchers of a game that runs, by an invitation.
import { expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { say, type MessageKey } from '../../../src/messages/messages';
import type { MatchList, MatchMade, ServerMessage } from '../../../src/wire';
import { password, withAccount } from '../support/accounts';
import { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { inTurn } from '../support/play';
import { patience, type Player } from '../support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

/** The clocks on which a game may begin at once, once its game is chosen. */
async function quickClock(player: Player, game: MessageKey, clock: string | RegExp): Promise<Locator> {
  await player.page.getByRole('radio', { name: say(game) }).check();
  return player.page.locator('.quick-button', { hasText: clock });
}

const blitz = [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }] as const;

it('two who want the same are paired, with their clocks beside them', async () => {
  const [a, b] = [await server.player(), await server.player()];
  for (const player of [a, b]) {
    await player.goto('/lobby');
    await (await quickClock(player, 'game.flying-king', '5+3')).click();
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
  const [host, guest, watcher] = [await server.player(), await server.player(), await server.player()];
  await host.guest('Ada');
  await guest.guest('Béla');
  await guest.goto('/lobby');
  await host.goto('/new/american?with=anyone');
  await host.button(say('start.begin.anyone')).click();
  await host.says(say('table.waiting'));
  const table = guest.page.locator('li', { hasText: 'Ada' });
  await table.getByRole('button', { name: say('table.sit') }).click();
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

it('one press meets whoever waits at a table on that clock, who is counted and told what the table waits for', async () => {
  const [host, guest] = [await server.player(), await server.player()];
  await host.guest('Ada');
  await guest.goto('/lobby');
  await host.host({ game: 'flying-king', clocks: [{ kind: 'fischer', main_ms: 180_000, step_ms: 2000 }], visibility: 'lobby' });
  await host.page.getByText(say('table.open.listed')).waitFor();
  await guest.page.getByText(`5+3: ${say('start.clock.blitz')}`).waitFor(); // what such numbers mean
  const quick = await quickClock(guest, 'game.flying-king', '3+2');
  await expect.poll(() => quick.textContent(), patience).toContain(say('lobby.quick.count', { count: 1 }));
  expect(await quick.getAttribute('title')).toBe(say('start.clock.blitz_short'));
  await quick.click();
  await guest.page.waitForURL(host.page.url());
  const [white, black] = await inTurn(host, guest);
  await white.click('22', '17');
  await black.sees(1);
  expect(await host.page.getByText(say('table.open.listed')).count()).toBe(0);
});

it('whoever waits for a quick game is a row for the others, and a number on the button', async () => {
  const [waits, looks] = [await server.player(), await server.player()];
  await waits.guest('Edsger');
  await looks.goto('/lobby');
  await waits.goto('/lobby');
  const quick = await quickClock(looks, 'game.american', '5+3');
  const untimed = looks.page.locator('.quick-button', { hasText: say('lobby.untimed') });
  const before = await untimed.boundingBox();
  await (await quickClock(waits, 'game.american', '5+3')).click();
  const row = looks.page.locator('li', { hasText: 'Edsger' });
  await expect.poll(() => row.textContent(), patience).toContain('5+3');
  expect(await row.textContent()).toMatch(/\d:\d\d/);
  expect(await quick.textContent()).toContain(say('lobby.quick.count', { count: 1 }));
  const own = waits.page.locator('li', { hasText: 'Edsger' });
  await expect.poll(() => own.textContent(), patience).toContain(say('table.you'));
  expect(await row.textContent()).not.toContain(say('table.you'));
  expect(await untimed.boundingBox(), 'nothing moves away from under the pointer').toEqual(before);
  await row.getByRole('button', { name: say('lobby.take') }).click();
  const [red, white] = await inTurn(waits, looks);
  await red.click('11', '15');
  await white.sees(1);
});

it('whoever goes away while they search is no row any more', async () => {
  const [waits, looks] = [await server.player(), await server.player()];
  await waits.guest('Barbara');
  await looks.goto('/lobby');
  await waits.goto('/lobby');
  await (await quickClock(waits, 'game.american', '3+2')).click();
  const row = looks.page.locator('li', { hasText: 'Barbara' });
  await row.waitFor();
  const quick = await quickClock(looks, 'game.american', '3+2');
  await expect.poll(() => quick.textContent(), patience).toContain(say('lobby.quick.count', { count: 1 }));
  await waits.page.context().close();
  await expect.poll(() => row.count(), patience).toBe(0);
  await expect.poll(() => quick.textContent(), patience).not.toContain(say('lobby.quick.count', { count: 1 }));
});

it('two with accounts are paired for rating; a guest is told before anything that this takes one', async () => {
  const [one, other, guest] = [await withAccount(server, 'Edsger'), await withAccount(server, 'Radia'), await server.player()];
  for (const player of [one, other]) {
    await player.goto('/lobby');
    await player.page.getByRole('radio', { name: say('lobby.rated') }).waitFor();
    expect(await player.page.getByRole('radio', { name: say('lobby.rated') }).isChecked()).toBe(true);
    expect(await player.page.getByRole('group', { name: say('lobby.quick.counts') }).getByText(say('lobby.quick.counts')).boundingBox(), 'it is seen what the choice is').toMatchObject({ height: expect.toSatisfy((height: number) => height > 10) });
    expect(await player.page.locator('.quick-button', { hasText: say('lobby.untimed') }).count(), 'it need never end').toBe(0);
  }
  await guest.goto('/lobby');
  await guest.page.getByText(say('lobby.quick.guest')).waitFor();
  expect(await guest.page.getByRole('radio', { name: say('lobby.rated') }).count()).toBe(0);

  await (await quickClock(one, 'game.american', '3+2')).click();
  const row = guest.page.locator('.waiting-list li', { hasText: 'Edsger' });
  await expect.poll(() => row.textContent(), patience).toContain(say('lobby.rated'));
  expect(await row.getByRole('button').count(), 'nothing to press that would be refused').toBe(0);
  expect(await row.getByRole('link', { name: 'Edsger' }).getAttribute('href')).toBe('/player/Edsger');
  expect(await (await quickClock(guest, 'game.american', '3+2')).textContent(), 'nobody whom a guest would meet').not.toContain(say('lobby.quick.count', { count: 1 }));
  await row.getByRole('link', { name: say('table.open.sign_in') }).click();
  await guest.page.waitForURL(/account\?then=/);

  await (await quickClock(other, 'game.american', '3+2')).click();
  await inTurn(one, other);
  await one.page.getByRole('heading', { name: say('table.rated') }).waitFor({ state: 'attached' });
});

it('for fun an account meets a guest', async () => {
  const [account, guest] = [await withAccount(server, 'Barbara'), await server.player()];
  for (const player of [account, guest]) await player.goto('/lobby');
  await account.page.getByRole('radio', { name: say('challenge.casual') }).check();
  for (const player of [account, guest]) await (await quickClock(player, 'game.american', '3+2')).click();
  await inTurn(account, guest);
  expect(await account.page.getByRole('heading', { name: say('table.rated') }).count()).toBe(0);
});

it('any other game is searched for too, and stands among the first from then on', async () => {
  const [one, other] = [await server.player(), await server.player()];
  await one.goto('/lobby');
  await one.page.getByLabel(say('home.more')).selectOption('italian');
  await one.goto('/lobby');
  expect(await one.page.getByRole('radio', { name: say('game.italian') }).isChecked()).toBe(true);
  await other.goto('/lobby?game=italian');
  for (const player of [one, other]) await player.page.locator('.quick-button', { hasText: '1+1' }).click();
  await inTurn(one, other);
});

it('a seat in a rated game asks a guest to sign in at once, and leads back to the table', async () => {
  const [host, guest] = [await withAccount(server, 'Hilbert'), await withAccount(server, 'Noether')];
  const [path, link] = [
    (await host.post<MatchMade>('/api/matches', { game: 'american', rated: true, clocks: blitz, visibility: 'lobby' })).path,
    (await host.post<MatchMade>('/api/matches', { game: 'american', rated: true, clocks: blitz })).path,
  ];
  await guest.goto('/account');
  await guest.button(say('account.sign.out')).click();
  for (const [from, sign] of [[path, say('table.open.sign_in')], [link, say('nav.sign_in')]] as const) {
    await guest.goto(from);
    await guest.page.locator('main').getByRole('link', { name: sign }).waitFor();
    expect(await guest.button(say('table.sit')).count()).toBe(0);
    await guest.page.locator('main').getByRole('link', { name: sign }).click();
    const form = guest.page.locator('section', { has: guest.page.getByRole('heading', { name: say('account.sign.in') }) });
    await form.getByLabel(say('account.name')).fill('Noether');
    await form.getByLabel(say('account.password'), { exact: true }).fill(password);
    await form.getByRole('button').click();
    await guest.page.locator('.table-board').waitFor();
    if (from === path) {
      await guest.button(say('table.sit')).waitFor();
      expect(await guest.button(say('table.sit')).count()).toBe(1);
      await guest.goto('/account');
      await guest.button(say('account.sign.out')).click();
    }
  }
});

it('one click leads to a star for three: to the table where somebody waits, or to one of one’s own', async () => {
  const [first, second, third] = [await server.player(), await server.player(), await server.player()];
  const names = [['Emmy', first], ['David', second], ['Felix', third]] as const;
  for (const [name, player] of names) {
    await player.guest(name);
    await player.goto('/lobby?game=sternhalma');
  }
  const three = (player: typeof first) => player.button(new RegExp(say('home.players.count', { count: 3 })));
  expect(await three(second).textContent()).toBe(say('home.players.count', { count: 3 }));
  const nameBox = (player: typeof first) => three(player).locator('span').first().boundingBox();
  const before = await nameBox(second);
  await three(first).click();
  await first.says(say('table.waiting'));
  for (const [player, count] of [[second, 1], [third, 2]] as const) {
    await expect.poll(() => three(player).textContent(), patience).toContain(say('lobby.quick.count', { count }));
    await player.page.getByRole('radio', { name: `${say('game.sternhalma')} ${say('lobby.quick.count', { count })}` }).waitFor();
    const row = player.page.locator('.waiting-list li', { hasText: 'Emmy' });
    expect(await row.textContent()).toContain(`${say('lobby.turn', { time: '0:30' })} · ${say('lobby.seated', { count, all: 3 })}`);
    const named = (await row.locator('b').textContent())?.split(' – ').sort();
    expect(named, 'no dash for whoever is still missing').toEqual(['Emmy', 'David'].slice(0, count).sort());
    expect(await nameBox(player), 'the number changes nothing beside it').toEqual(before);
    await three(player).click();
    await player.page.waitForURL(first.page.url());
  }
  await first.page.locator('.seat', { hasText: 'Felix' }).waitFor();
  for (const player of [first, second, third]) await expect.poll(() => player.state.textContent(), patience).not.toContain(say('table.waiting'));
});

it('one click leads to a table of three, four, five or six', async () => {
  const player = await server.player();
  await player.guest('Sofia');
  await player.goto('/lobby?game=sternhalma');
  const tables = player.page.locator('.is-tables .quick-button');
  await tables.first().waitFor();
  expect(await tables.locator(':scope > span:first-child').allTextContents()).toEqual([3, 4, 5, 6].map((count) => say('home.players.count', { count })));
  await tables.filter({ hasText: say('home.players.count', { count: 5 }) }).click();
  await player.says(say('table.waiting'));
  expect(await player.page.locator('.seat').count()).toBe(5);
  const { matches } = await player.get<MatchList>('/api/matches?game=sternhalma:players=5');
  expect(matches.filter(({ seats }) => seats.some((seat) => seat.player?.name === 'Sofia'))).toHaveLength(1);
});

it('two who ask for a star of four in the same moment meet at one table', async () => {
  const two = [await server.player(), await server.player()];
  let asked = 0;
  let letThrough = (): void => undefined;
  const both = new Promise<void>((done) => (letThrough = done));
  for (const player of two) {
    let isFirst = true;
    await player.page.route(/api\/matches\?/, async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const answer = await route.fetch(); // no table is there for either
      if (++asked === two.length) letThrough();
      await both;
      await route.fulfill({ response: answer });
    });
    await player.goto('/lobby?game=sternhalma:players=4');
  }
  await Promise.all(two.map((player) => player.page.locator('.quick-button').first().click()));
  for (const player of two) await player.says(say('table.waiting'));
  expect(new Set(two.map((player) => player.page.url())).size).toBe(1);
  const { matches } = await two[0]!.get<MatchList>('/api/matches?game=sternhalma:players=4');
  expect(matches.map(({ seats }) => seats.filter((seat) => seat.player !== undefined).length)).toEqual([2]);
});

it('a search says what it looks for and how long already, and offers the computer after 20 seconds', async () => {
  const player = await server.player();
  await player.page.clock.install();
  await player.goto('/lobby');
  await (await quickClock(player, 'game.sternhalma', '15+10')).click();
  const search = player.page.locator('.searching');
  await expect.poll(() => search.textContent(), patience).toContain('15+10');
  expect(await player.button(say('lobby.quick.computer')).count()).toBe(0);
  await player.page.clock.fastForward(21_000);
  await player.button(say('lobby.quick.computer')).waitFor();
  expect(await search.getByRole('timer').textContent()).toMatch(/^0:2\d$/);
});

it('a search that is given up before the server has named it is over all the same', async () => {
  const [gives, looks] = [await server.player(), await server.player()];
  await gives.guest('Kurt');
  let letThrough = (): void => undefined;
  await gives.page.routeWebSocket(/socket/, (page) => {
    const far = page.connectToServer();
    const held: (string | Buffer)[] = [];
    let isHeld = true;
    letThrough = () => {
      isHeld = false;
      for (const message of held) page.send(message);
    };
    far.onMessage((message) => {
      if (isHeld && String(message).includes('"done"')) held.push(message);
      else page.send(message);
    });
  });
  await looks.goto('/lobby');
  await gives.goto('/lobby');
  await (await quickClock(gives, 'game.american', '5+3')).click();
  const row = looks.page.locator('li', { hasText: 'Kurt' });
  await row.waitFor();
  await gives.button(say('lobby.quick.stop')).click();
  letThrough();
  await expect.poll(() => row.count(), patience).toBe(0);
});

it('who comes alone finds a game to look at and three things to do; then a table of others, until its host goes away', async () => {
  const quiet = await TestServer.open(); // in which nobody plays
  const [alone, host] = [await quiet.player(), await quiet.player()];
  await alone.goto('/lobby');
  const room = alone.page.locator('.empty-room');
  await room.locator('.board-pieces > .piece').first().waitFor();
  await expect.poll(() => room.locator('.board-trail > *').count(), patience).toBeGreaterThan(0);
  expect(await room.getByRole('button').or(room.getByRole('link')).count()).toBe(4);
  await alone.page.getByText(say('lobby.online.you')).waitFor();
  await room.getByRole('heading', { name: say('lobby.alone'), exact: true }).waitFor();
  await host.guest('Ada');
  await host.goto('/lobby');
  await room.getByRole('heading', { name: say('lobby.alone.others'), exact: true }).waitFor(); // with somebody else one is not the first

  await host.goto('/new/american?with=anyone');
  await host.button(say('start.begin.anyone')).click();
  await host.says(say('table.waiting'));
  const table = alone.page.locator('li', { hasText: 'Ada' });
  await table.waitFor();
  expect(await room.count()).toBe(0);
  await alone.page.locator('section[aria-labelledby="watch-title"] .demonstration .board-pieces > .piece').first().waitFor(); // there is still a game to look at
  await host.page.context().close();
  await expect.poll(() => table.count(), patience).toBe(0);
  expect(await quiet.empty()).toEqual([]);
  await quiet.close();
});

it('a demonstration that cannot go on has nothing to pause', async () => {
  const quiet = await TestServer.open();
  const alone = await quiet.player({ serviceWorkers: 'block' });
  await alone.page.context().route(/thinker_worker/, (route) => route.abort());
  const room = alone.page.locator('.empty-room');
  const pause = room.getByRole('button', { name: say('lobby.demonstration.pause') });
  await alone.goto('/lobby');
  await room.locator('.board-pieces > .piece').first().waitFor(); // the button came with them
  await expect.poll(() => pause.count(), patience).toBe(0);
  await alone.page.context().close();
  await quiet.close();
});

it('the seat of an invitation is kept for whoever has its link, and a watcher is told so', async () => {
  const [host, other, guest] = [await server.player(), await server.player(), await server.player()];
  await host.guest('Ada');
  const path = await host.host({ game: 'american', clocks: blitz });
  await other.goto(new URL(host.page.url()).pathname);
  await other.page.getByText(say('table.invited')).waitFor();
  expect(await other.button(say('table.sit')).count()).toBe(0);
  await guest.page.goto(server.address + path);
  const [red] = await inTurn(host, guest);
  await red.click('11', '15');
  await other.sees(1);
});

it('whoever opens an invitation when all seats are taken watches the game', async () => {
  const [host, guest, late] = [await server.player(), await server.player(), await server.player()];
  await host.guest('Ada');
  const path = await host.host({ game: 'american', clocks: blitz });
  await guest.page.goto(server.address + path);
  const [red] = await inTurn(host, guest);
  await red.click('11', '15');
  await late.page.goto(server.address + path);
  await late.sees(1);
  expect(await late.button(say('table.resign')).count()).toBe(0);
});

it('an invitation has a code for a camera, and whoever waits is told who has come', async () => {
  const [host, guest] = [await server.player(), await server.player()];
  await host.guest('Ada');
  await guest.guest('Grace');
  const path = await host.host({ game: 'sternhalma:players=3' });
  await host.button(say('table.leave')).waitFor(); // who comes before that has not come just now
  const arrival = host.page.locator('.arrival').getByText('Grace').waitFor(); // it is shown for a few seconds
  await guest.page.goto(server.address + path);
  await arrival;
  await host.goto('/');
  await host.page.locator('section[aria-labelledby="featured-american"]').getByRole('button', { name: say('home.friend') }).click();
  await host.button(say('table.invite.code')).click();
  await host.page.getByRole('img', { name: say('table.invite.scan') }).waitFor();
});

it('whoever waits for a game, and whoever comes to it, is told how long a turn may take and what missing one means', async () => {
  const [host, other] = [await server.player(), await server.player({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })];
  await host.guest('Ada');
  await host.goto('/new/sternhalma:players=3?with=friend');
  await host.page.getByLabel(say('start.seat'), { exact: true }).selectOption('0');
  await host.page.getByLabel(say('start.clock'), { exact: true }).selectOption('turn');
  await host.button(say('start.begin.friend')).click();
  await host.page.getByText(say('table.invite', { count: 2 })).waitFor();
  const terms = say('table.terms.turn', { time: '0:30', count: 3 });
  await host.page.getByText(terms).waitFor();
  await other.guest('Grace');
  await other.page.goto(await host.page.getByLabel(say('table.invite.link')).inputValue());
  await other.page.getByText(terms).waitFor();
  await host.page.getByText(say('table.invite', { count: 1 })).waitFor();
  // On a phone what one does stands above the board, until the game begins.
  const leave = other.button(say('table.leave'));
  const top = async (of: typeof leave) => (await of.boundingBox())?.y ?? Number.NaN;
  expect(await top(leave)).toBeLessThan(await top(other.page.locator('.table-board')));
  await host.button(say('table.fill')).click();
  await host.says(say('table.turn.you'));
  await host.page.getByText(terms).waitFor(); // it holds for the whole game
  await expect.poll(async () => (await top(other.page.locator('.table-board'))) < (await top(other.state)), patience).toBe(true);
});

it('a table that waits has no buttons that do nothing, and no chat while nobody else is there', async () => {
  const [host, guest] = [await server.player(), await server.player()];
  await host.guest('Ada');
  await guest.guest('Grace');
  const path = await host.host({ game: 'sternhalma:players=3' });
  const talk = host.page.getByRole('region', { name: say('table.chat') });
  await host.button(say('table.leave')).waitFor();
  await host.button(say('table.flip')).waitFor();
  expect(await host.page.locator('main button:disabled').count()).toBe(0);
  expect(await host.page.getByRole('region', { name: say('table.moves') }).count()).toBe(0);
  expect(await host.button(say('table.share')).count()).toBe(0);
  expect(await talk.count()).toBe(0);
  await guest.page.goto(server.address + path);
  await talk.waitFor(); // with somebody there one may talk
});

it('who has sat down may get up again while others are still missing', async () => {
  const [host, guest] = [await server.player(), await server.player()];
  await host.guest('Ada');
  await guest.guest('Grace');
  const path = await host.host({ game: 'sternhalma:players=3' });
  const seat = host.page.locator('.seat', { hasText: 'Grace' });
  await guest.page.goto(server.address + path);
  await expect.poll(() => seat.count(), patience).toBe(1);
  await guest.button(say('table.leave')).click();
  await guest.page.getByRole('heading', { name: say('home.title') }).waitFor();
  await expect.poll(() => seat.count(), patience).toBe(0);
});

it('nothing is refused to a new visitor’s browser', async () => {
  for (const path of ['/', '/lobby', '/games', '/account', '/settings', '/rules/american', '/new/sternhalma', '/analysis', '/here/american']) {
    const player = await server.player();
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
    const player = await server.player({ locale });
    await player.goto('/here/american');
    await player.click('11', '15');
    await player.sees(1);
    await player.goto('/games');
    await expect.poll(() => player.page.locator('main').textContent(), patience).toMatch(date);
  }
});

it('a guest to whom a table has passed is told so', async () => {
  const [host, guest] = [await server.player(), await server.player()];
  await host.post('/api/guest', { name: 'Emil' });
  const id = await guest.guest('Gauss');
  const made = await host.post<MatchMade>('/api/matches', { game: 'sternhalma:players=3', visibility: 'lobby' });
  await guest.post(`/api/matches/${made.match}/join`, {});
  // The server says it by the same message, after a minute.
  let pass = (): void => undefined;
  await guest.page.routeWebSocket(/socket/, (page) => {
    const far = page.connectToServer();
    far.onMessage((message) => {
      page.send(message);
      const heard = JSON.parse(String(message)) as ServerMessage;
      if (heard.t === 'snapshot') pass = () => page.send(JSON.stringify({ t: 'setup', setup: { ...heard.snapshot.setup, host: id } }));
    });
  });
  await guest.goto(made.path);
  await guest.button(say('table.leave')).waitFor();
  expect(await guest.page.getByText(say('table.open.host')).count()).toBe(0);
  pass();
  await guest.page.getByText(say('table.open.host')).waitFor();
  await guest.button(say('table.fill')).waitFor();
});
