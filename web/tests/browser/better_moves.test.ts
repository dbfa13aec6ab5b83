// Better moves than those that were played are looked for on the board of a review: by mouse, by keys, in draughts and on the star.
import { expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import { thinkingTestRules, value } from '../unit/rules/modules';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { tabTo, walkTo } from './support/keyboard';
import { patience, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

/** White's 21-17 gives a man away; 18-14 and 29-25 keep it. */
const withMistake = '11-15 22-18 15x22 25x18 12-16 21-17 9-14 18x9 5x21';

const hears = (player: Player, text: string) => expect.poll(() => player.page.locator('.puzzle-said').textContent(), patience).toContain(text);
const tick = (player: Player, kind: string) => player.page.locator(`.puzzle-task.is-${kind}`).waitFor();

async function lookedThrough(path: string, moves: string): Promise<Player> {
  const player = await server.player();
  await player.goto(`${path}?moves=${encodeURIComponent(moves)}`);
  await player.button(say('analysis.engine.graph')).click();
  await player.button(say('analysis.retry.start')).waitFor();
  return player;
}

it('a weak move is taken back, one that is as good as the computer’s is right, and at the end they are counted', async () => {
  const player = await lookedThrough('/analysis/american', withMistake);
  await player.button(say('analysis.retry.start')).click();
  await hears(player, '21-17');
  const mistake = player.page.locator('.board-arrow-mistake');
  await expect.poll(() => mistake.count(), patience).toBe(1);
  expect(await player.button(say('analysis.better.show')).count(), 'nothing tells the answer').toBe(0);
  expect(await player.page.getByLabel(say('analysis.engine.on')).count()).toBe(0);
  // Whoever looks elsewhere moves nothing there, and comes back.
  await player.page.keyboard.press('ArrowLeft');
  await player.button(say('analysis.retry.back')).waitFor();
  expect(await player.page.locator('.board-cell[aria-label*="can move"]').count()).toBe(0);
  await player.button(say('analysis.retry.back')).click();
  await player.click('21', '17');
  await hears(player, say('analysis.retry.same', { move: '21-17' }));
  await expect.poll(() => mistake.count(), patience).toBe(1);
  await player.click('24', '20');
  await hears(player, say('analysis.retry.weak', { move: '24-20' }));
  await tick(player, 'wrong');
  await expect.poll(() => mistake.count(), patience).toBe(1);
  expect(await player.page.locator('.variation .move').count(), 'and leaves nothing behind').toBe(0);
  await player.click('18', '14');
  await tick(player, 'right');
  await expect.poll(() => player.page.locator('.variation .move').count(), patience).toBe(1);
  const of = Number(/\d+$/.exec((await player.page.locator('.retry-asked p').textContent()) ?? '')?.[0]);
  for (let at = 1; at < of; at += 1) await player.button(say('analysis.next')).click();
  await player.button(say('analysis.retry.finish')).click();
  await hears(player, say('analysis.retry.over', { count: 1, all: of }));
  expect(await player.page.getByRole('link', { name: say('puzzles.go') }).getAttribute('href')).toBe('/puzzles/american');
  await player.button(say('analysis.retry.leave')).click();
  await player.button(say('analysis.retry.start')).waitFor();
  expect(await player.page.locator('.mark-counts').count()).toBe(1);
});

it('it is done by keys alone, and what is shown is not counted', async () => {
  const player = await lookedThrough('/analysis/american', withMistake);
  await tabTo(player, '.retry-start');
  await player.page.keyboard.press('Enter');
  await hears(player, '21-17');
  await walkTo(player, '18');
  await player.page.keyboard.press('Enter');
  await walkTo(player, '14');
  await player.page.keyboard.press('Enter');
  await tick(player, 'right');
  const focused = () => player.page.evaluate(() => document.activeElement?.className ?? '');
  await expect.poll(focused, patience).toContain('retry-next');
  const of = Number(/\d+$/.exec((await player.page.locator('.retry-asked p').textContent()) ?? '')?.[0]);
  for (let at = 0; at < of; at += 1) {
    if (at > 0) await tabTo(player, '.retry-next');
    await player.page.keyboard.press('Enter');
  }
  await hears(player, say('analysis.retry.over', { count: 1, all: of }));
  await expect.poll(() => player.page.evaluate(() => document.activeElement?.textContent), patience).toBe(say('puzzles.again'));
  await player.page.keyboard.press('Enter');
  await hears(player, '21-17');
  await player.button(say('puzzles.show')).click();
  await player.page.locator('.puzzle-said', { hasText: say('analysis.retry.shown', { move: '' }).split(' ')[0] ?? '' }).waitFor();
  await expect.poll(focused, patience).toContain('retry-next');
  for (let at = 0; at < of; at += 1) await player.page.locator('.retry-next').click();
  await hears(player, say('analysis.retry.over', { count: 0, all: of }));
});

it('a move of the star of two is bettered too', async () => {
  const rules = await thinkingTestRules();
  const game = value(rules.start('sternhalma'));
  const moves: string[] = [];
  for (let at = 0; at < 12; at += 1) moves.push(value(game.play(value(game.choose('steady', at + 1)).text)).text);
  // A step that leads nowhere: the last of what a search names.
  const worst = value(game.look(3000, 64)).lines.at(-1)?.moves[0] ?? '';
  game.free();
  const player = await lookedThrough('/analysis/sternhalma', [...moves, worst].join(' '));
  await player.button(say('analysis.retry.start')).click();
  const said = async () => (await player.page.locator('.puzzle-said').textContent()) ?? '';
  await expect.poll(said, patience).toContain('?');
  const asked = await said();
  const at = [...moves, worst].findIndex((move) => asked.includes(` ${move} `));
  expect(at).toBeGreaterThanOrEqual(0);
  const before = value(rules.replay('sternhalma', moves.slice(0, at)));
  const best = value(before.look(200_000, 1)).move.split('-');
  before.free();
  await player.click(best[0] ?? '', best.at(-1) ?? '');
  await tick(player, 'right');
});
