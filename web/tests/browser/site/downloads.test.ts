// The site's open data: listed with sizes, licence and columns, downloaded, and found from one's own games.
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { languages, say, speak } from '../../../src/messages/messages';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { patience } from '../support/player';
import { publishFiles } from '../support/published_files';

let server: TestServer;

keepServer((opened) => (server = opened));
afterEach(() => speak('en')); // also where a test that changes the language fails

it('says nothing of it where there is none', async () => {
  const player = await server.player();
  await player.goto('/games');
  await player.page.getByText(say('games.none.server')).waitFor();
  expect(await player.page.getByText(say('open_data.title')).count()).toBe(0);
  await player.goto('/open-data');
  await player.page.getByText(say('open_data.none')).waitFor();
});

it('is found from one’s own games, and listed', async () => {
  publishFiles(server);
  const player = await server.player();
  await player.goto('/games');
  await player.page.getByRole('link', { name: say('open_data.go') }).click();
  await player.page.getByRole('heading', { level: 1, name: say('open_data.title') }).waitFor();
  await expect.poll(() => player.page.title(), patience).toBe(`${say('open_data.title')} – Crownstar`);
  const games = player.page.locator('section', { hasText: say('open_data.games') });
  expect(await games.locator('.data-month > b').allTextContents()).toEqual(['November 2026', 'October 2026']);
  expect(await games.locator('.data-month').first().locator('.data-file').allTextContents()).toEqual(['csv 15 kB', 'ndjson 18 kB', 'parquet 19 kB', 'pdn 15 kB']);
  await player.page.getByRole('link', { name: 'CC0 1.0 Universal' }).waitFor();
  await games.getByText(say('open_data.columns')).click();
  expect(await games.locator('dt').allTextContents()).toEqual(['id', 'result']);
  const puzzles = player.page.locator('section', { hasText: say('open_data.puzzles') });
  await puzzles.getByText(say('game.flying-king')).waitFor();
  expect(await puzzles.locator('.data-file a').getAttribute('href')).toBe('/open-data/puzzles-flying-king.csv');
});

it('is downloaded', async () => {
  publishFiles(server);
  const player = await server.player();
  await player.goto('/open-data');
  const [download] = await Promise.all([player.page.waitForEvent('download'), player.page.getByRole('link', { name: 'csv', exact: true }).first().click()]);
  expect(download.suggestedFilename()).toBe('games-2026-11.csv');
  expect(readFileSync(await download.path(), 'utf8')).toBe('csv of 2026-11\n'.repeat(1000));
});

it('stays where its description cannot be read', async () => {
  publishFiles(server);
  server.publish('datapackage.json', '{"licenses": 7');
  const player = await server.player();
  await player.goto('/open-data');
  await player.page.getByText('November 2026').waitFor();
  expect(await player.page.locator('details').count()).toBe(0);
});

it.each(Object.keys(languages))('is told of in %s', async (language) => {
  await speak(language);
  publishFiles(server);
  const player = await server.player({ locale: language });
  await player.goto('/open-data');
  await player.page.getByText(say('open_data.games.about')).waitFor();
});
