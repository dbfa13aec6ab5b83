// Puzzles: solved by hand and by keys, with help, from one to the next; what was solved is kept, and an address names its puzzle.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { levels, puzzlesOf, readDeck, type Puzzle } from '../../../src/pages/puzzles/deck';
import type { Rules } from '../../../src/rules/types';
import { languages, say } from '../../../src/messages/messages';
import { testRules, value } from '../../unit/rules/modules';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { tabTo, walkTo } from '../support/keyboard';
import { patience, type Player } from '../support/player';

const deck = readDeck(readFileSync(new URL('../../../../puzzles/american.csv', import.meta.url), 'utf8'), 'american');

/** A move by its two ends, which no other legal move has. */
type Ends = readonly [from: string, to: string];

interface Task {
  readonly puzzle: Puzzle;
  readonly side: string;
  readonly moves: readonly Ends[]; // the solver's
  readonly wrong: Ends; // a legal first move that is not theirs
}

let server: TestServer;
let rules: Rules;
let tasks: readonly Task[]; // of an easy, a medium and a hard one

keepServer((opened) => (server = opened));
beforeAll(async () => {
  rules = await testRules();
  tasks = levels.map((level) => {
    const found = puzzlesOf(deck, level).flatMap((puzzle) => taskOf(puzzle) ?? [])[0];
    if (found === undefined) throw new Error(`no ${level} puzzle can be told by its squares`);
    return found;
  });
});

/** Undefined where more moves than one have the same ends, or where there is but one move. */
function taskOf(puzzle: Puzzle): Task | undefined {
  const game = value(rules.start(puzzle.game, puzzle.position));
  const labels = game.layout().points.map(({ label }) => label);
  const endsNow = () => value(game.legalMoves()).map(({ text, path }) => ({ text, ends: [labels[path[0] ?? -1] ?? '', labels[path.at(-1) ?? -1] ?? ''] as const }));
  const side = game.seatName(game.seatToMove());
  const moves: Ends[] = [];
  let wrong: Ends | undefined;
  try {
    for (const [at, text] of puzzle.moves.entries()) {
      const legal = endsNow();
      const { text: written } = value(game.parse(text));
      const ends = legal.find((move) => move.text === written)?.ends ?? ['', ''];
      const isPlain = (wanted: Ends) => legal.filter((move) => move.ends.join() === wanted.join()).length === 1;
      if (!isPlain(ends)) return undefined;
      if (at % 2 === 0) moves.push(ends);
      if (at === 0) wrong = legal.find((move) => !puzzle.moves.includes(move.text) && isPlain(move.ends))?.ends;
      value(game.play(text));
    }
  } finally {
    game.free();
  }
  return wrong === undefined || moves.length < 2 ? undefined : { puzzle, side, moves, wrong };
}

const task = (at: number): Task => tasks[at] as Task;
const addressOf = ({ puzzle }: Task) => `/puzzles/${puzzle.game}/${puzzle.id}`;
const said = (player: Player) => player.page.locator('.puzzle-said');
const says = (player: Player, text: string) => expect.poll(() => said(player).textContent(), patience).toContain(text);
const solved = (player: Player, count: number) =>
  expect.poll(() => player.page.locator('#puzzles-solved').textContent(), patience).toBe(say('puzzles.progress', { count, all: deck.puzzles.length }));
const path = (player: Player) => new URL(player.page.url()).pathname;
const overhang = (player: Player) => player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

it('one is solved by clicks: a wrong move is taken back, right ones are answered, and it is kept', async () => {
  const player = await server.player();
  await player.goto(addressOf(task(0)));
  await player.page.getByRole('heading', { name: say('puzzles.ask', { side: say(`seat.${task(0).side}` as 'seat.White') }) }).waitFor();
  await solved(player, 0);
  await player.click(...task(0).wrong);
  await says(player, say('puzzles.wrong'));
  await player.sees(0);
  for (const [at, ends] of task(0).moves.entries()) {
    await player.click(...ends);
    await player.sees(Math.min(2 * at + 2, task(0).puzzle.moves.length));
  }
  await says(player, say('puzzles.solved'));
  await solved(player, 1);
  await player.page.reload();
  await solved(player, 1);
  await says(player, say('puzzles.find')); // and can be solved again

  await player.button(say('puzzles.next')).click();
  await expect.poll(() => path(player), patience).not.toBe(addressOf(task(0)));
  const next = path(player);
  const other = await server.player();
  await other.goto(next);
  const asked = (one: Player) => one.page.locator('.board-cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
  await other.page.locator('.board-cell').first().waitFor();
  expect(await asked(other), 'a link opens the same puzzle').toEqual(await asked(player));
  expect(path(other)).toBe(next);
});

it('one is solved by keys alone', async () => {
  const player = await server.player();
  await player.goto(addressOf(task(1)));
  await player.cell(task(1).moves[0]?.[0] ?? '').waitFor();
  await tabTo(player, '[role=gridcell]');
  for (const [at, [from, to]] of task(1).moves.entries()) {
    await walkTo(player, from);
    await player.page.keyboard.press('Enter');
    await walkTo(player, to);
    await player.page.keyboard.press('Enter');
    await player.sees(Math.min(2 * at + 2, task(1).puzzle.moves.length));
  }
  await says(player, say('puzzles.solved'));
  await tabTo(player, '.puzzle-next');
  await player.page.keyboard.press('Enter');
  await expect.poll(() => path(player), patience).not.toBe(addressOf(task(1)));
  expect(await player.page.evaluate(() => document.activeElement?.className)).toContain('puzzle-next');
});

it('a hint marks the piece, the solution is played, and neither is solved', async () => {
  const player = await server.player();
  const { puzzle, moves } = task(2);
  await player.goto(addressOf(task(2)));
  await player.button(say('puzzles.hint')).click();
  await says(player, say('puzzles.hint.said', { label: moves[0]?.[0] ?? '' }));
  await player.page.locator('.board-ring').waitFor({ state: 'attached' });
  await player.button(say('puzzles.show')).click();
  await says(player, say('puzzles.shown'));
  await player.sees(puzzle.moves.length);
  await solved(player, 0);
  await player.button(say('table.back')).click();
  await expect.poll(() => player.page.locator('.move[aria-current]').textContent(), patience).not.toBeNull();
  await player.page.getByRole('link', { name: say('puzzles.analyse') }).click();
  await player.page.locator('.lines').waitFor();
  await expect.poll(() => player.page.locator('.lines .move').count(), patience).toBe(puzzle.moves.length);
});

it('a move that the rules refuse is explained, and costs nothing', async () => {
  const player = await server.player();
  await player.goto(addressOf(task(0)));
  const [from, to] = task(0).moves[0] ?? ['', ''];
  await player.click(from, from === '1' || to === '1' ? '32' : '1');
  await player.page.locator('.explanation .notice').waitFor();
  await says(player, say('puzzles.find'));
  await player.sees(0);
});

it('the level and the game are chosen, and stay chosen', async () => {
  const player = await server.player();
  await player.goto('/puzzles');
  await expect.poll(() => path(player), patience).toMatch(/^\/puzzles\/american\/[0-9a-f]{8}$/);
  await player.page.getByRole('radio', { name: say('puzzles.level.hard') }).check();
  const hard = puzzlesOf(deck, 'hard').map(({ id }) => `/puzzles/american/${id}`);
  await expect.poll(() => hard.includes(path(player)), patience).toBe(true);
  await player.page.getByRole('radio', { name: say('game.russian') }).check();
  await expect.poll(() => path(player), patience).toMatch(/^\/puzzles\/russian\/[0-9a-f]{8}$/);
  await player.goto('/puzzles');
  await expect.poll(() => path(player), patience).toMatch(/^\/puzzles\/russian\/[0-9a-f]{8}$/);
  expect(await player.page.getByRole('radio', { name: say('puzzles.level.hard') }).isChecked()).toBe(true);
});

it('an address that names no puzzle leads to another one, and one of no game says so', async () => {
  const player = await server.player();
  await player.goto('/puzzles/american/ffffffff');
  await player.page.getByText(say('puzzles.gone')).waitFor();
  await player.goto('/puzzles/sternhalma');
  await player.page.getByText(say('puzzles.none')).waitFor();
});

it('the first page, the bar and the rules lead there', async () => {
  const player = await server.player({ viewport: { width: 1440, height: 900 } });
  await player.goto('/');
  await player.page.getByRole('link', { name: say('puzzles.go') }).click();
  await expect.poll(() => path(player), patience).toMatch(/^\/puzzles\/american\//);
  await player.goto('/rules');
  await player.page.getByRole('navigation', { name: say('nav.main') }).getByRole('link', { name: say('nav.puzzles') }).click();
  await expect.poll(() => path(player), patience).toMatch(/^\/puzzles\/american\//);
  await player.goto('/rules/russian');
  await player.page.locator('main').getByRole('link', { name: say('nav.puzzles') }).click();
  await expect.poll(() => path(player), patience).toMatch(/^\/puzzles\/russian\//);
});

it('it goes on with no network', async () => {
  const player = await server.player();
  await player.goto('/');
  await player.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await player.page.context().setOffline(true);
  await player.goto(addressOf(task(0)));
  await player.click(...(task(0).moves[0] ?? ['', '']));
  await player.sees(2);
});

it.each([320, 390])('%d pixels wide nothing sticks out, in any language', async (width) => {
  const player = await server.player({ hasTouch: true, isMobile: true, viewport: { width, height: 844 } });
  for (const language of Object.keys(languages)) {
    await player.page.addInitScript((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
    await player.goto(addressOf(task(0)));
    await player.cell(task(0).moves[0]?.[0] ?? '').waitFor();
    expect(await overhang(player), language).toBeLessThanOrEqual(0);
    const cut = await player.page.locator('main .button').evaluateAll((buttons) => buttons.filter((button) => button.scrollWidth > button.clientWidth + 1).map((button) => button.textContent));
    expect(cut, language).toEqual([]);
  }
});

it('on a phone the task and its help are seen together with the board', async () => {
  const player = await server.player({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await player.goto(addressOf(task(0)));
  const [board, help] = [player.page.locator('.table-board'), player.button(say('puzzles.hint'))];
  await help.waitFor();
  const boxes = await Promise.all([board, help].map((part) => part.boundingBox()));
  expect(boxes[0]?.y).toBeGreaterThanOrEqual(0);
  expect((boxes[1]?.y ?? Infinity) + (boxes[1]?.height ?? 0)).toBeLessThanOrEqual(844);
  for (const [at, ends] of task(0).moves.entries()) {
    await player.tap(...ends, false);
    await player.sees(Math.min(2 * at + 2, task(0).puzzle.moves.length));
  }
  await says(player, say('puzzles.solved'));
  expect((await said(player).locator('span').last().boundingBox())?.height, 'the news has two lines').toBeGreaterThan(30);
  expect((await help.boundingBox())?.y, 'and nothing moves below it').toBe(boxes[1]?.y);
});

it('the analysis leads to the puzzles of its game, and a puzzle to the analysis of its position', async () => {
  const player = await server.player();
  await player.goto('/analysis/american');
  await player.page.locator('main').getByRole('link', { name: say('nav.puzzles') }).click();
  await player.page.getByRole('heading', { name: say('nav.puzzles') }).waitFor();
  await expect.poll(() => new URL(player.page.url()).pathname, patience).toMatch(/^\/puzzles\/american\//);
  const analyse = player.page.locator('.puzzle-actions').getByRole('link', { name: say('puzzles.analyse') });
  await analyse.click();
  await player.page.locator('.lines').waitFor();
  expect(new URL(player.page.url()).pathname).toBe('/analysis/american');
  await player.goto('/analysis/sternhalma');
  await player.page.locator('.lines').waitFor();
  expect(await player.page.locator('main').getByRole('link', { name: say('nav.puzzles') }).count(), 'which has none').toBe(0);
});
