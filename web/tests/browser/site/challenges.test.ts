// Challenges between accounts: found, sent, seen wherever one is, accepted, declined, taken back; and links to one side.
import { expect, it } from 'vitest';
import type { BotChallenges, BotOpenChallenge } from '../../../src/wire';
import { withAccount } from '../support/accounts';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import type { Player } from '../support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

/** Looks the other one up, and challenges them to a game that is chosen there. */
async function challenge(player: Player, name: string): Promise<void> {
  await player.goto('/account');
  const form = player.page.locator('section', { has: player.page.getByRole('heading', { name: 'Find a player' }) });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button').click();
  await player.page.getByRole('link', { name: 'Challenge…' }).click();
  await player.page.getByLabel(`${name}, by a challenge`).waitFor();
  await player.page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('russian');
  await player.page.getByRole('combobox', { name: 'Time', exact: true }).selectOption('blitz');
  await player.page.getByLabel('Rated (everyone needs an account)').check();
  await player.button('Send challenge').click();
  await player.page.getByText(`Waiting for an answer from ${name}`).waitFor();
}

const told = (player: Player) => player.page.getByRole('region', { name: 'Challenges' });

it('is seen wherever one is, and becomes a game when it is accepted', async () => {
  const [one, other] = [await withAccount(server, 'Solveig'), await withAccount(server, 'Peer')];
  await other.goto('/rules');
  await challenge(one, 'Peer');
  await told(other).getByText('Solveig challenges you').waitFor();
  await told(other).getByText('Russian draughts · 5+3 · Rated').waitFor();
  await told(other).getByRole('button', { name: 'Accept' }).click();
  await Promise.all([one, other].map((player) => player.page.waitForURL(/\/match\/m/)));
  expect(new URL(one.page.url()).pathname).toBe(new URL(other.page.url()).pathname);
  expect(await one.get<BotChallenges>('/api/challenge')).toEqual({ in: [], out: [] });
});

it('is declined, and its maker is told', async () => {
  const [one, other] = [await withAccount(server, 'Astrid'), await withAccount(server, 'Emil', { viewport: { width: 320, height: 640 } })];
  await challenge(one, 'Emil');
  await other.goto('/settings'); // who comes later sees it too
  await told(other).getByText('Astrid challenges you').waitFor();
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'scrolls sideways by').toBeLessThanOrEqual(0);
  await told(other).getByRole('button', { name: 'Decline' }).click();
  await told(other).getByText('Astrid challenges you').waitFor({ state: 'detached' });
  await told(one).getByText('Emil has declined your challenge.').waitFor();
  await told(one).getByRole('button', { name: 'Got it' }).click();
  await told(one).getByText('Emil has declined your challenge.').waitFor({ state: 'detached' });
});

it.each([[1440, 900], [390, 844]])('lies over a board that is played on, which stays where it is, at %i by %i', async (width, height) => {
  const names = [`Ask${width}`, `Play${width}`] as const;
  const [one, other] = [await withAccount(server, names[0]), await withAccount(server, names[1], { viewport: { width, height } })];
  await other.host({ game: 'american', seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }] });
  await other.says('Your move');
  const before = await other.page.locator('.table-board').boundingBox();
  await one.post(`/api/challenge/${names[1]}`, { 'clock.limit': 300, 'clock.increment': 3 });
  await told(other).getByText(`${names[0]} challenges you`).waitFor();
  expect(await other.page.locator('.table-board').boundingBox()).toEqual(before);
  for (const what of ['.table-board', '.seats-own', '.seats-others']) {
    const box = await other.page.locator(what).boundingBox();
    const notice = await told(other).boundingBox();
    if (box === null || notice === null) throw new Error('both are to be seen');
    const isOver = notice.x < box.x + box.width && box.x < notice.x + notice.width && notice.y < box.y + box.height && box.y < notice.y + notice.height;
    expect(isOver, `over ${what}`).toBe(false);
  }
});

it('is taken back', async () => {
  const [one, other] = [await withAccount(server, 'Runa'), await withAccount(server, 'Toke')];
  await other.goto('/lobby');
  await challenge(one, 'Toke');
  await told(other).getByText('Runa challenges you').waitFor();
  await told(one).getByRole('button', { name: 'Cancel' }).click();
  await told(other).getByText('Runa challenges you').waitFor({ state: 'detached' });
  await told(one).getByText('Waiting for an answer from Toke').waitFor({ state: 'detached' });
});

it('is for accounts: a guest is told so', async () => {
  await withAccount(server, 'Gudrun');
  const guest = await server.player();
  await guest.guest('Somebody');
  await guest.goto('/player/gudrun');
  await guest.page.getByRole('heading', { name: 'Gudrun' }).waitFor();
  await guest.page.getByText('You need an account to challenge somebody.').waitFor();
  await guest.goto('/player/nobody-of-this-name');
  await guest.page.getByText('There is no account with this name.').waitFor();
});

it('is open to whoever has the link, to one side or the other', async () => {
  const maker = await withAccount(server, 'Host');
  const made = await maker.post<BotOpenChallenge>('/api/challenge/open', { 'clock.limit': 300, 'clock.increment': 3 });
  const [white, black] = [await server.player(), await server.player()];
  for (const [player, link] of [[white, made.urlWhite], [black, made.urlBlack]] as const) {
    await player.page.goto(link ?? '');
    await player.page.waitForURL(`${server.address}/match/${made.id}`);
  }
  await white.says('Your move');
});
