// Every page, narrow and wide, light and dark: it fits, it complains of nothing, and axe finds nothing.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rules } from '../../src/rules/types';
import type { MatchMade } from '../../src/wire';
import { testRules } from '../unit/rules/modules';
import { TestServer } from './support/test_server';
import { publishFiles } from './support/published_files';
import { recordedGames } from './support/recorded_games';
import { nearlyHome } from './support/play';
import type { Player } from './support/player';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let server: TestServer;
let rules: Rules;
let one: Player;
let matches: Record<'running' | 'six' | 'waiting' | 'over', string>;

beforeAll(async () => {
  [server, rules] = await Promise.all([TestServer.open(), testRules()]);
  server.collect('club', recordedGames);
  publishFiles(server);
  one = await server.player();
  const other = await server.player();
  await one.guest('Ada');
  await other.guest('Grace');
  const made = async (game: string, more: object): Promise<string> => {
    const answer = await one.post<MatchMade>('/api/matches', { game, draw_seats: false, visibility: 'lobby', ...more });
    return answer.match;
  };
  const engines = (count: number) => [{ t: 'me' }, ...Array.from({ length: count }, () => ({ t: 'engine', engine: 'first-steps' }))];
  const clocks = [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }];
  matches = {
    running: await made('american', { clocks, seats: engines(1), position: 'B:W18,31:B15,1' }),
    six: await made('sternhalma:players=6', { seats: engines(5), position: nearlyHome(rules, 'sternhalma:players=6', 3) }),
    waiting: await made('flying-king', {}),
    over: await made('american', { position: 'B:W18:B15,1' }),
  };
  await other.post(`/api/matches/${matches.over}/join`, {});
  await one.goto(`/match/${matches.over}`);
  await one.says('Your move');
  await one.click('15', '22');
  await one.says('You won! ');
});
afterAll(() => server.close());

const pages: readonly (readonly [string, () => string, string])[] = [
  ['home', () => '/', '.featured-game'],
  ['the lobby', () => '/lobby', '.quick-button'],
  ['my games', () => '/games', '.plain-list li'],
  ['a new star', () => '/new/sternhalma?with=friend', '.new-game-options'],
  ['settings', () => '/settings', '.settings'],
  ['the account', () => '/account', 'form'],
  ['a player', () => '/player/nobody', 'h1'],
  ['the rules', () => '/rules', 'h1'],
  ['the rules of draughts', () => '/rules/american', '.live'],
  ['the rules of the star', () => '/rules/sternhalma', '.live'],
  ['no page', () => '/nowhere', 'h1'],
  ['the analysis of draughts', () => '/analysis/international', '.board-cell'],
  ['the analysis of a star', () => '/analysis/sternhalma', '.board-cell'],
  ['a puzzle', () => '/puzzles/american', '.board-cell'],
  ['recorded games', () => '/collections/club?opening=11-15', '.found-game'],
  ['open data', () => '/open-data', '.data-month'],
  ['a recorded game with the explorer', () => '/analysis/american?collection=club&number=1&search=player%3Dann', '.explorer-moves'],
  ['a game at this screen', () => '/here/russian', '.board-cell'],
  ['a game that runs', () => `/match/${matches.running}`, '.board-cell'],
  ['six at a star', () => `/match/${matches.six}`, '.board-cell'],
  ['a table that waits', () => `/match/${matches.waiting}`, '.link-to-send, .seat'],
  ['a game that is over', () => `/match/${matches.over}`, '.result'],
];

describe.each([320, 1440])('%d pixels wide', (width) => {
  it.each(pages)('%s', async (_, path, sign) => {
    const { page } = one;
    one.complaints.length = 0;
    await page.setViewportSize({ width, height: width < 500 ? 640 : 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await one.goto(path());
    await page.locator(sign).first().waitFor();
    // The boards of the rules come alive when they are near.
    const live = page.locator('.live').first();
    if ((await live.count()) > 0) {
      await live.scrollIntoViewIfNeeded();
      await live.locator('.board-cell').first().waitFor();
      await page.evaluate(() => scrollTo(0, 0)); // a link that lies half under the page's head is too small for axe
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'scrolls sideways by').toBeLessThanOrEqual(0);
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // In the dark the same elements stand at the same places: their colours are all that is new.
      const runOnly = colorScheme === 'light' ? tags : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
      const found = (await page.evaluate(`axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})`)) as AxeResults;
      const told = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`).join('\n')}`);
      expect(told, colorScheme).toEqual([]);
    }
    expect(one.complaints).toEqual([]);
  });

  it('the analysis, while the computer looks', async () => {
    const { page } = one;
    await page.setViewportSize({ width, height: width < 500 ? 640 : 900 });
    await one.goto('/analysis/international');
    await page.getByRole('checkbox', { name: 'Computer analysis' }).check();
    await page.locator('.found-line').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'scrolls sideways by').toBeLessThanOrEqual(0);
  });
});
