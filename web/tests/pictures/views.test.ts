// Makes a picture of every main view at three widths, light and dark, into pictures/. CROWNSTAR_VIEWS names some alone;
// CROWNSTAR_SMALL=WIDTH makes a small one beside each, for a document.
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import { looks, pieceLooks } from '../../src/board/types';
import { say } from '../../src/messages/messages';
import type { Rules } from '../../src/rules/types';
import type { MatchMade, SeatRequest } from '../../src/wire';
import { TestServer } from '../browser/support/test_server';
import { nearlyHome } from '../browser/support/play';
import type { Player } from '../browser/support/player';
import { thinkingTestRules, value } from '../unit/rules/modules';
import { makeSmall } from './small_picture';

const folder = new URL('../../pictures/', import.meta.url).pathname;
const asked = process.env['CROWNSTAR_VIEWS']?.split(',');
const widths = (process.env['CROWNSTAR_WIDTHS'] ?? '320,390,1440').split(',').map(Number);
const small = Number(process.env['CROWNSTAR_SMALL'] ?? 0);
const shades = (process.env['CROWNSTAR_SHADES'] ?? 'light,dark').split(',') as ('light' | 'dark')[];

let server: TestServer;
let rules: Rules;
let one: Player;
let other: Player;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  [server, rules] = await Promise.all([TestServer.open(), thinkingTestRules()]);
  [one, other] = [await server.player(), await server.player()];
  // What one is told in one's first game has a picture of its own.
  const known = JSON.stringify(['american', 'flying-king', 'sternhalma']);
  for (const player of [one, other]) await player.page.addInitScript((games) => localStorage.setItem('crownstar.games-known', games), known);
  await one.guest('Ada');
  await other.guest('Grace-Hopper');
  await one.goto('/');
});
afterAll(() => server.close());

const blitz = [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }] as const;

const heights: Readonly<Record<number, number>> = { 320: 640, 390: 844, 768: 1024 };

/** A match of the two, played as far as the moves go. */
async function match(game: string, position: string, moves: readonly string[], seats?: readonly SeatRequest[]): Promise<string> {
  const made = await one.post<MatchMade>('/api/matches', {
    game,
    position,
    draw_seats: false,
    visibility: 'lobby',
    clocks: blitz,
    ...(seats === undefined ? {} : { seats }),
  });
  if (seats === undefined) await other.post(`/api/matches/${made.match}/join`, {});
  const players = [one, other];
  for (const player of players) await player.goto(`/match/${made.match}`);
  for (const [number, move] of moves.entries()) {
    const player = seats === undefined ? players[number % 2] : one;
    const field = await player?.field();
    await one.sees(number);
    await other.sees(number);
    await field?.fill(move);
    await field?.press('Enter');
    await one.sees(number + 1);
  }
  return `/match/${made.match}`;
}

const engines = (count: number): SeatRequest[] => [{ t: 'me' }, ...Array.from({ length: count }, (): SeatRequest => ({ t: 'engine', engine: 'casual' }))];

const opening = '11-15 23-19 8-11 22-17 11-16 24-20 16-23 27-11 7-16 20-11'.split(' ');

/** Something that is done once the page is there, before the picture is made. */
type Then = () => Promise<unknown>;

const withKings = `/analysis/american?position=${encodeURIComponent('W:W18,27,31,32,K10,K22:B1,2,6,14,23,K30,K3')}`;
const forced = `/here/american?position=${encodeURIComponent('W:W18,31,32,K10:B1,14,23,K30')}`;
const choice = `/here/american?position=${encodeURIComponent('B:W6,7,14,15,22,26,32:B2,4,K12')}`;

const afterwards: Readonly<Record<string, Then>> = {
  'table-picked': () => one.click('10'),
  'table-refused': () => one.click('31'),
  'table-choice': () => one.click('2', '25'),
  'star-picked': () => one.click('d6'),
  'home-more': () => one.page.locator('summary').click(),
  'analysis-editor': () => one.button('Set up a position').click(),
  'analysis-looked': () => lookThrough(),
  'analysis-refused': () => one.click('31', '27'),
  review: async () => {
    await one.page.locator('.lines .mark').first().waitFor({ timeout: 60_000 });
    await one.page.locator('.lines .move:has(.mark)').first().click();
  },
  retry: async () => {
    await one.button(say('analysis.retry.start')).click();
  },
  'analysis-many': () => lookThrough(),
};

async function lookThrough(): Promise<void> {
  await one.button('Analyse the whole game').click();
  await one.page.locator('.game-graph[aria-busy=false] .graph').waitFor({ timeout: 60_000 });
}

/** The review of a match. */
const reviewed = async (of: Promise<string>): Promise<string> => `/analysis?match=${(await of).split('/').at(-1) ?? ''}`;

const views: Readonly<Record<string, (() => Promise<string>) | string>> = {
  home: '/',
  lobby: '/lobby?game=american',
  games: '/games',
  new: '/new/sternhalma?with=friend',
  settings: '/settings',
  account: '/account',
  rules: '/rules',
  'rules-american': '/rules/american',
  'analysis-draughts': '/analysis/american?moves=11-15 23-19 8-11',
  'analysis-star': '/analysis/sternhalma:players=6',
  puzzle: '/puzzles/american',
  missing: '/nowhere',
  'table-waiting': async () => {
    const { path } = await one.post<MatchMade>('/api/matches', { game: 'sternhalma:players=3', draw_seats: false });
    await one.goto(path);
    return new URL(one.page.url()).pathname;
  },
  'table-draughts': () => match('american', '', opening),
  'table-first': () => match('international', '', [], engines(1)),
  'home-more': '/',
  'analysis-editor': '/analysis/american',
  'analysis-looked': '/analysis/american?moves=11-15 23-19 8-11 22-17 11-16 24-20 16-23 27-11 7-16 20-11',
  'analysis-refused': forced.replace('/here/', '/analysis/'),
  review: () => reviewed(match('american', '', '11-15 22-18 15x22 25x18 12-16 18-15 10x19 24x15 7-11 15-10 6x15 28-24'.split(' '))),
  retry: () => reviewed(match('american', '', '11-15 22-18 15x22 25x18 12-16 18-15 10x19 24x15 7-11 15-10 6x15 28-24'.split(' '))),
  'analysis-many': async () => `/analysis/sternhalma:players=3?moves=${encodeURIComponent(middle('sternhalma:players=3', 24).join(' '))}`,
  'table-forced': forced,
  'table-picked': forced,
  'table-refused': forced,
  'table-choice': choice,
  'star-picked': '/here/sternhalma:players=6',
  ...Object.fromEntries(looks.map((look) => [`look-${look}-draughts`, `/analysis/american?moves=${opening.join(' ')}`])),
  ...Object.fromEntries(looks.map((look) => [`look-${look}-star`, '/analysis/sternhalma:players=6'])),
  ...Object.fromEntries(pieceLooks.map((pieces) => [`pieces-${pieces}-draughts`, withKings])),
  ...Object.fromEntries(pieceLooks.map((pieces) => [`pieces-${pieces}-star`, '/analysis/sternhalma:players=6'])),
  'table-flying-king': async () => `/here/flying-king?position=${encodeURIComponent('W:WK31,21,22,K25:BK4,9,12,13,5')}`,
  'table-two-star': () => match('sternhalma', '', middle('sternhalma', 24)),
  'table-six-star': () => match('sternhalma:players=6', middlePosition('sternhalma:players=6', 90), [], engines(5)),
  'over-draughts': () => match('american', 'B:W18:B15,1', ['15x22']),
  'over-six-star': async () => {
    const position = nearlyHome(rules, 'sternhalma:players=6', 1);
    const path = await match('sternhalma:players=6', position, [], engines(5));
    const game = value(rules.start('sternhalma:players=6', position));
    const field = await one.field();
    await field.fill(value(game.choose('steady', 1)).text);
    game.free();
    await field.press('Enter');
    await one.page.locator('.places').waitFor({ timeout: 60_000 });
    return path;
  },
};

/** A game as the computer plays it, up to its middle. */
function middle(token: string, plies: number): string[] {
  const game = value(rules.start(token));
  const moves = Array.from({ length: plies }, (_, seed) => {
    const move = value(game.choose('casual', seed)).text;
    value(game.play(move));
    return move;
  });
  game.free();
  return moves;
}

function middlePosition(token: string, plies: number): string {
  const game = value(rules.replay(token, middle(token, plies)));
  const position = game.position();
  game.free();
  return position;
}

it.each(Object.entries(views).filter(([name]) => asked === undefined || asked.includes(name)))('%s', async (name, where) => {
  const { page } = one;
  const path = typeof where === 'string' ? where : await where();
  const board = looks.find((known) => name.startsWith(`look-${known}-`)) ?? 'walnut';
  const pieces = pieceLooks.find((known) => name.startsWith(`pieces-${known}-`)) ?? (board === 'diagram' ? 'print' : 'wood');
  await page.evaluate((kept) => localStorage.setItem('crownstar.preferences', JSON.stringify(kept)), { board, pieces });
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] ?? 900 });
    for (const colorScheme of shades) {
      await page.emulateMedia({ colorScheme });
      await one.goto(path);
      await page.waitForLoadState('networkidle');
      await afterwards[name]?.();
      const picture = `${folder}${name}-${width}-${colorScheme}`;
      await page.screenshot({ path: `${picture}.png`, fullPage: true });
      if (small > 0) await makeSmall(page, `${picture}.png`, `${picture}-small.png`, small);
    }
  }
});
