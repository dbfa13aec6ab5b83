// Recorded games: found by a form whose search stands in the address, listed page by page, opened in the analysis, and gone
// through by what was played in the found ones.
import { afterEach, expect, it } from 'vitest';
import { languages, say, speak } from '../../../src/messages/messages';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { patience, type Player } from '../support/player';
import { manyGames, recordedGames } from '../support/recorded_games';

let server: TestServer;

keepServer((opened) => (server = opened));
afterEach(() => speak('en')); // also where a test that changes the language fails

const listed = (player: Player) => player.page.locator('.found-game b').allTextContents();
const lists = (player: Player, ...players: readonly string[]) => expect.poll(() => listed(player), patience).toEqual(players);
const query = (player: Player) => decodeURIComponent(new URL(player.page.url()).search.replaceAll('+', ' '));
const field = (player: Player, name: string) => player.page.getByLabel(name, { exact: true });
/** The rows of the explorer: the move, and the numbers beside it. */
const explored = (player: Player) => player.page.locator('.explorer-moves tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
const explores = (player: Player, ...rows: readonly (readonly string[])[]) => expect.poll(() => explored(player), patience).toEqual(rows);
const open = (player: Player) => player.button(say('collections.search')).waitFor();

it('says nothing of collections where there are none', async () => {
  const player = await server.player();
  await player.goto('/games');
  await player.page.getByText(say('games.none.server')).waitFor();
  expect(await player.page.getByText(say('collections.title')).count()).toBe(0);
  await player.goto('/collections');
  await player.page.getByText(say('collections.none')).waitFor();
});

it('keeps its title where one comes back to it', async () => {
  const player = await server.player();
  const title = `${say('collections.title')} – Crownstar`;
  await player.goto('/collections');
  await expect.poll(() => player.page.title(), patience).toBe(title);
  await player.page.getByRole('link', { name: 'Crownstar' }).click();
  await expect.poll(() => player.page.title(), patience).toBe('Crownstar');
  await player.page.goBack();
  await player.page.getByText(say('collections.none')).waitFor();
  await player.picture();
  expect(await player.page.title()).toBe(title);
});

it('finds games by players, opens one, and shows what was played in the found ones', async () => {
  server.collect('club', recordedGames);
  const player = await server.player();
  await player.goto('/collections/gone');
  await player.page.getByText(say('collections.gone', { name: 'gone' })).waitFor();
  await field(player, say('collections.which')).selectOption('club');
  await lists(player, 'Ben Old – Ann Lee', 'Ann Lee – Ben Old', 'Ann Lee – Cécile', 'Ben Old – Cécile', 'Cécile – Ben Old');
  await player.goto('/games');
  await player.page.getByRole('link', { name: say('collections.go') }).click();
  await lists(player, 'Ben Old – Ann Lee', 'Ann Lee – Ben Old', 'Ann Lee – Cécile', 'Ben Old – Cécile', 'Cécile – Ben Old');
  await player.page.getByText(say('collections.found', { count: 5 })).waitFor();
  await field(player, say('collections.player')).fill('old');
  await field(player, say('collections.event')).fill('city');
  await player.page.keyboard.press('Enter');
  await lists(player, 'Ben Old – Ann Lee', 'Ann Lee – Ben Old');
  expect(query(player)).toBe('?player=old&event=city');

  await player.page.reload();
  await lists(player, 'Ben Old – Ann Lee', 'Ann Lee – Ben Old');
  expect(await field(player, say('collections.player')).inputValue()).toBe('old');

  await player.page.getByRole('link', { name: say('collections.open.of', { players: 'Ann Lee – Ben Old' }) }).click();
  await player.page.locator('.lines .move').nth(3).waitFor();
  expect(await player.page.locator('.lines .move').first().textContent()).toContain('11-15');
  await explores(player, ['11-15', '2', '1', '1', '0']);
  await player.page.locator('.explorer-move').click();
  await explores(player, ['23-19', '2', '1', '1', '0']);
  await player.page.locator('.explorer-move').click();
  await player.page.locator('.explorer-move', { hasText: '8-11' }).click();
  await explores(player, ['22-17', '1', '1', '0', '0'], ['26-23', '1', '0', '1', '0']);
  await player.page.locator('.explorer-move', { hasText: '22-17' }).click(); // beside the game that was opened
  await explores(player, ['4-8', '1', '1', '0', '0']);
  await player.page.locator('.explorer-move').click();
  await player.page.getByText(say('explorer.none')).waitFor();
  await player.page.getByRole('link', { name: say('explorer.back') }).click();
  await lists(player, 'Ben Old – Ann Lee', 'Ann Lee – Ben Old');
});

it('finds the games in which a position of the analysis came up', async () => {
  server.collect('positions', recordedGames);
  const player = await server.player();
  await player.goto('/analysis/american?collection=positions');
  await explores(player, ['11-15', '4', '2', '1', '1'], ['9-14', '1', '0', '0', '1']);
  await player.page.locator('.explorer-move', { hasText: '9-14' }).click();
  await explores(player, ['22-18', '1', '0', '0', '1']);
  await player.page.getByRole('link', { name: say('explorer.search') }).click();
  await lists(player, 'Ben Old – Cécile');
  expect(query(player)).toContain('position=W:');
  await player.button(say('collections.clear')).click();
  await expect.poll(() => query(player), patience).toBe('');
});

it('what was played is seen beside an analysis without any search, and the analysis stays', async () => {
  server.collect('beside', recordedGames);
  const player = await server.player();
  await player.goto('/analysis/american');
  await player.button(say('collections.explore')).click();
  await expect.poll(async () => (await explored(player)).map(([move]) => move), patience).toContain('11-15');
  await player.page.locator('.explorer-move', { hasText: '11-15' }).click();
  await player.sees(1);
  expect(new URL(player.page.url()).pathname).toBe('/analysis/american');
  expect(await player.button(say('collections.explore')).count()).toBe(0);
});

it('the years of a collection are one where it has one', async () => {
  server.collect('year', '[Date "1851.01.02"]\n[GameType "21"]\n1. 11-15 23-19 *\n');
  const player = await server.player();
  await player.goto('/collections/year');
  await player.page.getByText(`${say('collections.size', { count: 1 })}, 1851`, { exact: false }).waitFor();
  expect(await player.page.getByText('1851–1851').count()).toBe(0);
});

it('asks for what came up in a game, and says in words what cannot have', async () => {
  server.collect('came', recordedGames);
  const player = await server.player();
  await player.goto('/collections/came');
  await open(player);
  await player.page.getByText(say('collections.came')).click();
  await field(player, say('collections.opening')).fill('1. 11-15 1-2');
  await player.button(say('collections.search')).click();
  await expect.poll(() => player.page.getByRole('alert').textContent(), patience).toContain('1-2');
  await field(player, say('collections.opening')).fill('1. 11-15 23-19');
  await field(player, say('collections.result')).selectOption('draw');
  await player.button(say('collections.search')).click();
  await lists(player, 'Ann Lee – Ben Old');
  expect(query(player)).toBe('?winner=draw&opening=11-15 23-19');
  await field(player, say('collections.opening')).fill('');
  await field(player, say('collections.result')).selectOption('');
  await player.page.getByRole('group', { name: say('collections.material.white') }).getByLabel(say('collections.material.men')).fill('11');
  await player.page.getByRole('checkbox', { name: say('collections.turned') }).check();
  await player.button(say('collections.search')).click();
  await lists(player, 'Ann Lee – Cécile');
  expect(query(player)).toBe('?material=W11M&turned=yes');
});

it('goes through a long list page by page', async () => {
  server.collect('long', manyGames(60));
  const player = await server.player();
  await player.goto('/collections/long');
  await expect.poll(async () => (await listed(player)).length, patience).toBe(25);
  await player.page.getByText(say('collections.found', { count: 60 })).waitFor();
  await player.page.getByRole('link', { name: say('collections.next') }).click();
  await expect.poll(async () => (await listed(player))[0], patience).toBe('Dan – Player 26');
  await player.page.getByText(say('collections.found', { count: 60 })).waitFor();
  await player.page.getByRole('link', { name: say('collections.next') }).click();
  await expect.poll(async () => (await listed(player)).length, patience).toBe(10);
  expect(await player.page.getByRole('link', { name: say('collections.next') }).count()).toBe(0);
  await player.page.goBack();
  await expect.poll(async () => (await listed(player))[0], patience).toBe('Dan – Player 26');
  await player.page.getByRole('link', { name: say('collections.first') }).click();
  await expect.poll(async () => (await listed(player))[0], patience).toBe('Dan – Player 1');
});

it.each(Object.keys(languages))('fits the smallest screen in %s', async (language) => {
  server.collect('small', recordedGames);
  const player = await server.player({ viewport: { width: 320, height: 640 } });
  await player.goto('/');
  await player.page.getByRole('button', { name: say('shell.menu') }).click();
  await player.page.locator('.choosers select').selectOption(language);
  await speak(language);
  for (const [path, sign] of [
    ['/collections/small?opening=11-15', '.found-game'],
    ['/analysis/american?collection=small&number=2', '.explorer-moves'],
  ] as const) {
    await player.goto(path);
    await player.page.locator(sign).first().waitFor();
    expect(await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path} scrolls sideways by`).toBeLessThanOrEqual(0);
  }
});
