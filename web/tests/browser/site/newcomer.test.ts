// The first game of each kind, as tests/bare plays it on a bare machine: it must not fail there for what has changed here.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { say } from '../../../src/messages/messages';
import { browserProgram, type TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { patience, type Player } from '../support/player';

let server: TestServer;
keepServer((opened) => (server = opened));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crownstar-newcomer-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function newcomer(task: 'play' | 'find'): Promise<string[]> {
  const script = new URL('../../../../tests/bare/plays.mjs', import.meta.url).pathname;
  const words = [script, task, server.address, join(folder, 'tables.json')];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env: { ...process.env, CROWNSTAR_CHROMIUM: browserProgram } });
  return stdout.trim().split('\n').map((line) => line.replace(/: .*,/, ':'));
}

it('plays a move of each of the three games, and finds them after loading anew and in another browser', async () => {
  const kept = ['american: still there', 'flying-king: still there', 'sternhalma: still there'];
  expect(await newcomer('play')).toEqual(kept);
  expect(await newcomer('find')).toEqual(kept);
});

const engine = { t: 'engine', engine: 'casual' } as const;

/** A game against the computer, with the first move. */
async function begins(player: Player, game: string): Promise<void> {
  await player.host({ game, seats: [{ t: 'me' }, engine] });
  await player.says(say('table.turn.you'));
}

it('somebody who has never played a game is told what it is about, until it is put away', async () => {
  const player = await server.player();
  await player.guest('Ada');
  await begins(player, 'sternhalma');
  const told = player.page.getByRole('region', { name: say('table.learn'), exact: true });
  await expect.poll(() => told.textContent(), patience).toContain(say('table.learn.star'));
  expect(await told.getByRole('link', { name: say('table.learn.rules') }).getAttribute('href')).toBe('/rules/sternhalma');
  await told.getByRole('button', { name: say('table.learn.away') }).click();
  await expect.poll(() => told.count(), patience).toBe(0);
  await begins(player, 'american'); // another game, with words of its own
  await expect.poll(() => told.textContent(), patience).toContain(say('game.american.about'));
  await begins(player, 'sternhalma');
  await player.button(say('table.abort')).waitFor();
  expect(await told.count()).toBe(0);
});

it('somebody who does not know yet which pieces are theirs is told so, beside the board and by the piece that they press', async () => {
  const player = await server.player();
  await player.guest('Ada');
  await begins(player, 'sternhalma');
  const told = player.page.getByRole('region', { name: say('table.learn'), exact: true });
  await expect.poll(() => told.textContent(), patience).toContain(say('table.learn.side', { side: say('seat.set.1') }));
  const answer = player.page.locator('.explanation');
  await player.click('q13');
  await expect.poll(() => answer.textContent(), patience).toContain(say('reason.others_set', { colour: say('seat.set.4'), mover: say('seat.set.1') }));
  await player.click('i9');
  expect(await player.page.locator('.board-picked').count(), 'nothing is picked up').toBe(0);
  await player.click('a5');
  await expect.poll(() => answer.textContent(), patience).toContain(say('refusal.shut_in'));
});

/** The first move that is there, and the computer's answer. */
async function playsOn(player: Player, moves: number): Promise<void> {
  const own = await player.page.locator('.board-cell-own[aria-label*="can move"], .board-cell-own[aria-label*="must capture"]').first().getAttribute('aria-label');
  await player.click(own?.split(',')[0] ?? '');
  const target = await player.page.locator('.board-cell-target').first().getAttribute('aria-label');
  await player.click(target?.split(',')[0] ?? '');
  await player.sees(moves);
}

it('with the second move of one’s own a game is not new any more, also in another game of its kind', async () => {
  const player = await server.player();
  await player.guest('Ada');
  await begins(player, 'american');
  const told = player.page.getByRole('region', { name: say('table.learn'), exact: true });
  await told.waitFor();
  await playsOn(player, 2);
  expect(await told.count(), 'one move is not enough').toBe(1);
  await player.page.reload();
  await told.waitFor();
  await begins(player, 'american');
  await told.waitFor();
  await playsOn(player, 2);
  await expect.poll(() => told.count(), patience).toBe(0);
  await begins(player, 'american');
  await player.button(say('table.abort')).waitFor();
  expect(await told.count()).toBe(0);
});

it('the second move of one’s own in one game puts away what it is about', async () => {
  const player = await server.player();
  await player.guest('Ada');
  await begins(player, 'american');
  const told = player.page.getByRole('region', { name: say('table.learn'), exact: true });
  await told.waitFor();
  await playsOn(player, 2);
  await playsOn(player, 4);
  await expect.poll(() => told.count(), patience).toBe(0);
});

it('on a phone a refused move is answered in the place of what the game is about, and the board stays where it is', async () => {
  const player = await server.player({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await player.guest('Ada');
  await begins(player, 'sternhalma');
  const told = player.page.getByRole('region', { name: say('table.learn'), exact: true });
  await told.waitFor();
  const { x, y } = await player.spot('a5');
  await player.page.touchscreen.tap(x, y); // a piece that is shut in
  const answer = player.page.locator('.explanation .notice');
  await answer.waitFor();
  expect(await told.isVisible()).toBe(false);
  const box = await answer.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 844)).toBeLessThan(844);
  expect(await player.spot('a5')).toEqual({ x, y });
  await answer.click();
  await told.waitFor();
});
