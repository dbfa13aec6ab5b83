// A game on this device as it leaves it: saved as a file, shared as a link; and what its clock shows after a reload.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import { testRules, value } from '../unit/rules/modules';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { twoByLink } from './support/play';
import { patience, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

async function savedBy(player: Player, control: Locator): Promise<string> {
  const [file] = await Promise.all([player.page.waitForEvent('download'), control.click()]);
  return Buffer.concat((await (await file.createReadStream()).toArray()) as Buffer[]).toString();
}

const savedText = (player: Player) => savedBy(player, player.button(say('table.export')));

/** The game that is being reviewed, written out. */
async function writtenText(player: Player): Promise<string> {
  await player.page.getByRole('link', { name: say('table.review') }).click();
  await player.page.locator('.texts > summary').click();
  await player.button(say('analysis.record.write')).click();
  const record = player.page.getByLabel(say('analysis.record'), { exact: true });
  await expect.poll(() => record.inputValue(), patience).not.toBe('');
  return record.inputValue();
}

it('it is saved and shared as it stands, not as it stood when the page came', async () => {
  const player = await server.player();
  await player.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await player.goto('/here/american');
  await player.button(say('table.export')).waitFor();
  await player.click('11', '15', '22', '18');
  await player.sees(2);
  expect(await savedText(player)).toMatch(/\[PlyCount "2"\][^]*1\. 11-15 22-18/);
  await player.button(say('table.share')).click();
  await player.page.getByText(say('table.link.copied')).waitFor();
  const link = await player.page.evaluate(() => navigator.clipboard.readText());
  const other = await server.player();
  await other.page.goto(link);
  await expect.poll(() => other.page.locator('.lines .move').allTextContents(), patience).toHaveLength(2);

  await player.button(say('table.resign')).click();
  await player.button(say('shell.yes')).click();
  await expect.poll(() => savedText(player), patience).toMatch(/\[Result "(1-0|0-1)"\]/);
});

it('a game that was drawn is a draw wherever it is saved, written out and read again', async () => {
  const drawn = '[Result "1/2-1/2"]';
  const player = await server.player();
  await player.goto(`/here/american?position=${encodeURIComponent('B:WK32:BK1')}`);
  for (const [at, move] of Array.from({ length: 2 }, () => ['1-5', '32-28', '5-1', '28-32']).flat().entries()) {
    await player.click(...move.split('-'));
    await player.sees(at + 1);
  }
  await player.says(say('table.drawn.repetition'));
  expect(await savedText(player)).toContain(drawn);
  expect(await writtenText(player)).toContain(drawn);

  const [red, white] = await twoByLink(server, 'american');
  await red.click('11', '15');
  await white.sees(1);
  await white.click('24', '19');
  await red.sees(2);
  await red.button(say('table.draw')).click();
  await white.button(say('table.accept')).click();
  for (const each of [red, white]) await each.says(say('table.drawn.agreement'));
  expect(await savedBy(red, red.page.getByRole('link', { name: say('table.export') }))).toContain(drawn);
  const text = await writtenText(red);
  expect(text).toContain(drawn);

  await player.goto('/analysis/american');
  await player.page.locator('.texts > summary').click();
  await player.page.getByLabel(say('analysis.record'), { exact: true }).fill(text);
  await player.button(say('analysis.record.read')).click();
  await expect.poll(() => player.page.locator('.review-result').textContent(), patience).toContain(say('table.drawn'));
});

it('a shared star from which somebody left is seen to its end, and the computer judges it; what cannot be played is told', async () => {
  const token = 'sternhalma:players=3';
  const game = value((await testRules()).start(token));
  const moves: string[] = [];
  const play = () => moves.push(value(game.play(value(game.legalMoves())[0]?.text ?? '')).text);
  for (let at = 0; at < 4; at += 1) play();
  value(game.withdraw(1, ''));
  for (let at = 0; at < 3; at += 1) play();
  game.free();
  const player = await server.player();
  const told = player.page.locator('.lines .move');
  const alert = player.page.getByRole('alert');
  const asked = (out: string) => `/analysis/${token}?${new URLSearchParams({ moves: moves.join(' '), out }).toString()}`;
  await player.goto(asked('2@4'));
  await expect.poll(() => told.count(), patience).toBe(7);
  expect(await alert.count()).toBe(0);
  await player.page.getByLabel(say('analysis.engine.on')).check();
  await player.page.locator('.found-line').first().waitFor();

  await player.goto(asked(''));
  await expect.poll(() => alert.textContent(), patience).toContain(say('analysis.link.faults', { reason: '' }).trim());
  expect(await told.count()).toBe(4);
});

it('a reload in the middle of a turn gives no time back', async () => {
  const player = await server.player();
  await player.goto('/here/american?clock=fischer-60-0');
  await player.click('11', '15', '22', '18');
  const clocks = player.page.getByRole('timer');
  const least = async () => Math.min(...(await clocks.allTextContents()).map((text) => Number(text.replace(':', ''))));
  await expect.poll(least, patience).toBeLessThan(58);
  await player.page.reload();
  await clocks.first().waitFor();
  expect(await least()).toBeLessThan(59);
});
