// Chinese checkers with six: in six browsers to the last place, and with the computer in the empty seats.
import { beforeAll, expect, it } from 'vitest';
import type { Rules } from '../../src/rules/types';
import { say } from '../../src/messages/messages';
import type { MatchSummary } from '../../src/wire';
import { thinkingTestRules, value } from '../unit/rules/modules';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { nearlyHome, playAll } from './support/play';
import { patience, until, type Player } from './support/player';

let server: TestServer;
let rules: Rules;
const six = 'sternhalma:players=6';

keepServer((opened) => (server = opened));
beforeAll(async () => {
  rules = await thinkingTestRules();
});

async function sitDown(position: string): Promise<readonly Player[]> {
  const players = await Promise.all(Array.from({ length: 6 }, () => server.player({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } })));
  const [host, ...others] = players as [Player, ...Player[]];
  await host.guest('Player-1');
  const path = await host.host({ game: six, position });
  for (const [at, player] of others.entries()) {
    await player.guest(`Player-${at + 2}`);
    await player.page.goto(server.address + path);
    await player.state.waitFor();
  }
  await host.says('Your move');
  return players;
}

it('six people at six pages, from near their homes to the last place', async () => {
  const position = nearlyHome(rules, six, 2);
  const players = await sitDown(position);
  for (const player of players) expect(await player.page.locator('.seat').count()).toBe(6);
  const game = value(rules.start(six, position));
  await playAll(game, players, 'tap', moves());
  function* moves() {
    while (!game.outcome().isOver) yield value(game.choose('steady', 1)).text;
  }
  const standings = game.outcome().standings;
  game.free();
  for (const [seat, player] of players.entries()) {
    await expect.poll(() => player.page.locator('.places li').count(), patience).toBe(6);
    const place = standings[seat]?.place ?? 0;
    expect(await player.page.locator(`.places li[value="${place}"] .place-of`).allTextContents()).toContain(`Player-${seat + 1}`);
    if (place === 1) await player.says(say('table.won.you'));
  }
});

it('CC-24, CC-25: with a handicap, and a last round that is played out, three come home in one round and share the place', async () => {
  const token = 'sternhalma:players=3,last-round=yes,handicap=1-2';
  const position = nearlyHome(rules, token, 1);
  const players = (await Promise.all([server.player(), server.player(), server.player()])) as [Player, Player, Player];
  const [host, ...others] = players;
  await host.guest('Player-1');
  const path = await host.host({ game: token, position });
  for (const [at, player] of others.entries()) {
    await player.guest(`Player-${at + 2}`);
    await player.page.goto(server.address + path);
    await player.state.waitFor();
  }
  await host.says(say('table.turn.you'));
  const game = value(rules.start(token, position));
  function* moves() {
    while (!game.outcome().isOver) yield value(game.choose('steady', 1)).text;
  }
  expect(await playAll(game, players, 'click', moves()), 'nobody is done before the last has moved').toBe(3);
  expect(game.outcome().standings.map(({ place }) => place)).toEqual([1, 1, 1]);
  game.free();
  for (const player of players) {
    await expect.poll(() => player.page.locator('.places li[value="1"]').count(), patience).toBe(3);
  }
});

it('three are offered what the server takes: to abort until all have moved, and a draw only then', async () => {
  const three = 'sternhalma:players=3';
  const players = await Promise.all([server.player(), server.player(), server.player()]);
  const [host, ...others] = players as [Player, ...Player[]];
  await host.guest('Player-1');
  const path = await host.host({ game: three });
  for (const [at, player] of others.entries()) {
    await player.guest(`Player-${at + 2}`);
    await player.page.goto(server.address + path);
    await player.state.waitFor();
  }
  await host.says('Your move');
  const offered = async (player: Player) => [await player.button(say('table.abort')).count(), await player.button(say('table.draw')).count()];
  const game = value(rules.start(three));
  function* moves(count: number) {
    for (let at = 0; at < count; at += 1) yield value(game.choose('steady', 1)).text;
  }
  await playAll(game, players, 'click', moves(2));
  for (const player of players) await expect.poll(() => offered(player), patience).toEqual([1, 0]);
  await playAll(game, players, 'click', moves(1), 2);
  for (const player of players) await expect.poll(() => offered(player), patience).toEqual([0, 1]);
  game.free();
  await host.button(say('table.draw')).click();
  const [second, third] = others as [Player, Player];
  for (const player of [second, third]) await player.button(say('table.accept')).click();
  for (const player of players) await player.says(say('table.drawn.agreement'));
});

it('the board is turned by sixths, shown as it turns, and at once to those who want less motion', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const player = await server.player({ reducedMotion });
    await player.page.addInitScript(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        document.documentElement.dataset['animated'] = 'yes';
        return animate.apply(this, how);
      };
    });
    await player.goto(`/here/${six}`);
    const corner = await player.spot('e1');
    await player.button(say('table.flip')).click();
    await until(async () => Math.hypot((await player.spot('a5')).x - corner.x, (await player.spot('a5')).y - corner.y), (off) => off < 3, 'the bottom at the lower left');
    expect(await player.page.locator('html').getAttribute('data-animated')).toBe(reducedMotion === 'reduce' ? null : 'yes');
    for (let turn = 1; turn < 6; turn += 1) await player.button(say('table.flip')).click();
    await until(async () => (await player.spot('e1')).x - corner.x, (off) => Math.abs(off) < 1, 'everything where it was');
  }
});

/** The first piece that can move, to its first target. */
async function anyMove(player: Player): Promise<void> {
  const own = await player.page.locator('.board-cell-own[aria-label*="can move"]').first().getAttribute('aria-label');
  await player.click(own?.split(',')[0] ?? '');
  const target = await player.page.locator('.board-cell-target').first().getAttribute('aria-label');
  await player.click(target?.split(',')[0] ?? '');
}

it('one person, and the computer in the five empty seats', async () => {
  const player = await server.player();
  await player.guest('Ada');
  await player.host({ game: six });
  await player.button(say('table.fill')).click();
  await player.says('Your move');
  for (let round = 0; round < 2; round += 1) {
    await anyMove(player);
    await expect.poll(() => player.page.locator('.move').count(), patience).toBe((round + 1) * 6);
    await player.says('Your move');
  }
  const { matches } = await player.get<{ matches: MatchSummary[] }>('/api/me/matches');
  expect(matches[0]?.seats.filter((seat) => seat.player?.kind === 'engine').length).toBe(5);
});

it('the computer moves for a turn that ran out, everybody is told how many that were, and with the third the player is out', async () => {
  const [host, ...others] = (await Promise.all([server.player(), server.player(), server.player()])) as [Player, Player, Player];
  await host.guest('Ada');
  // Only the first seat has a clock: whatever is looked at stands as long as the others take.
  const path = await host.host({ game: 'sternhalma:players=3', clocks: [{ kind: 'turn', step_ms: 1000, periods: 3 }, { kind: 'none' }, { kind: 'none' }] });
  for (const [at, player] of others.entries()) {
    await player.guest(`Player-${at + 2}`);
    await player.page.goto(server.address + path);
  }
  await host.says('Your move');
  await anyMove(host); // a first move is not timed
  for (const missed of [1, 2]) {
    for (const player of others) {
      await player.says('Your move');
      await anyMove(player);
    }
    await host.page.getByText(say('table.missed.you', { count: missed, of: 3 })).waitFor();
    for (const player of others) await player.page.locator('.offers').getByText(say('table.missed.other', { name: 'Ada', count: missed, of: 3 })).waitFor();
    await expect.poll(() => host.page.locator('.seats-own .seat').textContent(), patience).toContain(say('table.missed', { count: missed, of: 3 }));
    for (const player of [host, ...others]) await player.sees(1 + 3 * missed);
  }
  for (const player of others) {
    await player.says('Your move');
    await anyMove(player);
  }
  for (const player of [host, ...others]) {
    const seat = player.page.locator('.seat', { hasText: 'Ada' });
    await expect.poll(() => seat.textContent(), patience).toContain(say('table.out'));
    expect(await seat.textContent()).toContain(say('table.missed', { count: 3, of: 3 }));
  }
});

it('one’s goal is called so on the board, until a piece of one’s own is there', async () => {
  const player = await server.player();
  await player.goto('/here/sternhalma:players=3?against=computer&seat=0');
  const name = player.page.locator('.board-goal-name');
  await expect.poll(() => name.textContent(), patience).toBe(say('table.goal'));
  const placed = await name.evaluate((text) => {
    const box = (text as SVGTextElement).getBBox();
    const corners = [box.x, box.x + box.width].flatMap((x) => [box.y, box.y + box.height].map((y) => new DOMPoint(x, y)));
    const [body, rim] = ['.board-star-body', '.board-star-rim'].map((kind) => document.querySelector<SVGGeometryElement>(kind));
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const isMet = (other: Element) => {
      const there = other.getBoundingClientRect();
      return there.left < right && there.right > left && there.top < bottom && there.bottom > top;
    };
    return {
      isOnWood: corners.every((corner) => body?.isPointInFill(corner) === true || rim?.isPointInStroke(corner) === true),
      met: [...document.querySelectorAll('.board-label, .board-pieces > .piece')].filter(isMet).map((other) => other.textContent),
    };
  });
  expect(placed).toEqual({ isOnWood: true, met: [] });
  await player.goto(`/here/${six}?position=${encodeURIComponent(nearlyHome(rules, six, 1))}&against=computer&seat=0`);
  await player.state.waitFor();
  await expect.poll(() => player.page.locator('.board-goal').count(), patience).toBe(10);
  expect(await name.textContent()).toBe('');
});
