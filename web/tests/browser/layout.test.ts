// Where things stand at a table and on the first page: nothing lies over anything, and what belongs together is seen together.
import { beforeAll, expect, it } from 'vitest';
import type { Rules } from '../../src/rules/types';
import { languages, say } from '../../src/messages/messages';
import { testRules } from '../unit/rules/modules';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { nearlyHome } from './support/play';
import { patience, type Player } from './support/player';

let server: TestServer;
let rules: Rules;

keepServer((opened) => (server = opened));
beforeAll(async () => {
  rules = await testRules();
});

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const forced = `/here/american?position=${encodeURIComponent('W:W18,31,32,K10:B1,14,23,K30')}`;

async function boxOf(player: Player, selector: string): Promise<{ top: number; bottom: number; left: number; right: number }> {
  const found = player.page.locator(selector).first();
  await found.waitFor();
  return found.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { top, bottom, left, right };
  });
}

it('on a phone the answer to a refused move is in sight and covers neither the board nor the field to type in', async () => {
  for (const height of [844, 640]) {
    const player = await server.player({ ...phone, viewport: { width: 390, height } });
    await player.goto(forced);
    await player.field();
    const { x, y } = await player.spot('31');
    await player.page.touchscreen.tap(x, y);
    await expect.poll(async () => (await boxOf(player, '.explanation .notice')).bottom, patience).toBeLessThan(height);
    const answer = await boxOf(player, '.explanation .notice');
    const others = [await boxOf(player, '.table-board'), await boxOf(player, '.typed-move'), await boxOf(player, '.seats-own')];
    expect(answer.top).toBeGreaterThanOrEqual(0);
    for (const other of others) expect(other.bottom <= answer.top || other.top >= answer.bottom).toBe(true);
  }
});

it.each(Object.keys(languages))('on a phone the three featured games are on the first screen with all their ways in %s', async (language) => {
  const player = await server.player(phone);
  await player.page.addInitScript((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
  await player.goto('/');
  await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe(language);
  for (const game of ['american', 'flying-king', 'sternhalma']) {
    const box = await boxOf(player, `section[aria-labelledby="featured-${game}"]`);
    expect(box.bottom, game).toBeLessThanOrEqual(844);
  }
});

it.each(Object.keys(languages))('where the bar has all pages in sight, each of them and the way to the account stand in one line in %s', async (language) => {
  const player = await server.player({ viewport: { width: 1217, height: 800 } });
  await player.page.addInitScript((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
  await player.goto('/');
  await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe(language);
  expect((await boxOf(player, '.bar nav a')).bottom).toBeGreaterThan(0); // not in the menu
  const links = await player.page.locator('.bar nav a, .account-link > span').evaluateAll((all) =>
    all.map((link) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return { text: link.textContent, lines: text.getClientRects().length, cut: link.scrollWidth - link.clientWidth };
    }),
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter(({ lines, cut }) => lines !== 1 || cut > 0)).toEqual([]);
});

it.each(Object.keys(languages))('on the smallest phone the bar is one line, with the menu open too, in %s', async (language) => {
  const player = await server.player({ ...phone, viewport: { width: 320, height: 640 } });
  await player.page.addInitScript((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
  await player.goto('/');
  await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe(language);
  const middles = () =>
    player.page.locator('.brand, .account-link, .menu-button').evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect());
      return { sticksOut: boxes.some(({ right }) => right > innerWidth), lines: new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))).size };
    });
  expect(await middles()).toEqual({ sticksOut: false, lines: 1 });
  await player.page.locator('.menu-button').click();
  await player.page.locator('#main-menu.is-open').waitFor();
  expect(await middles()).toEqual({ sticksOut: false, lines: 1 });
});

it.each(Object.keys(languages))('in the menu of any small screen each page stands in one line in %s', async (language) => {
  const player = await server.player();
  await player.page.addInitScript((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
  await player.goto('/');
  await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe(language);
  await player.page.locator('.menu-button').click();
  const links = player.page.locator('#main-menu.is-open nav a');
  await links.first().waitFor();
  for (const width of [320, 344, 390, 430, 768, 1000]) {
    await player.page.setViewportSize({ width, height: 800 });
    const broken = await links.evaluateAll((all) =>
      all.filter((link) => {
        const text = document.createRange();
        text.selectNodeContents(link);
        return text.getClientRects().length > 1;
      }).map((link) => link.textContent),
    );
    expect(broken, String(width)).toEqual([]);
  }
});

it('each featured game leads to its rules', async () => {
  const player = await server.player();
  await player.goto('/');
  await player.page.getByRole('link', { name: `${say('game.sternhalma')}: ${say('nav.rules')}` }).click();
  await player.page.waitForURL(/\/rules\/sternhalma$/);
});

it('on a wide screen somebody alone in the lobby sees who waits, and a game, beside what to play', async () => {
  const player = await server.player({ viewport: { width: 1440, height: 900 } });
  await player.goto('/lobby');
  const shown = await boxOf(player, '.empty-room');
  const [play, waiting] = [await boxOf(player, '.card:has(> #quick-title)'), await boxOf(player, '.card:has(> #waiting-title)')];
  expect(waiting.top).toBe(play.top);
  for (const { left, bottom } of [waiting, shown]) {
    expect(left).toBeGreaterThan(play.right);
    expect(bottom).toBeLessThanOrEqual(900);
  }
});

it.each([320, 390, 1440])('no clock to play at once on stands alone in a part of its row at %d', async (width) => {
  const player = await server.player({ viewport: { width, height: 900 } });
  await player.goto('/lobby');
  await player.page.locator('.empty-room').waitFor();
  const rows = await player.page.locator('.quick-clocks > *').evaluateAll((all) => {
    const widths = new Map<number, number>();
    for (const one of all) {
      const { top, width } = one.getBoundingClientRect();
      widths.set(Math.round(top), (widths.get(Math.round(top)) ?? 0) + width);
    }
    return [...widths.values()];
  });
  expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(40); // gaps between them
});

it.each([390, 320])('the heading of an analysis, its game and the way to puzzles stand in one line at %d', async (width) => {
  const player = await server.player({ ...phone, viewport: { width, height: 844 } });
  await player.goto('/analysis/american');
  const puzzles = await boxOf(player, '.analysis-head > a');
  expect(puzzles.top).toBeLessThan((await boxOf(player, '.analysis-head h1')).bottom);
  expect(puzzles.left).toBeGreaterThan((await boxOf(player, '.analysis-head select')).right);
  expect(puzzles.right).toBeLessThanOrEqual(width);
});

it('on a phone the three strengths of puzzles stand in one row, also for somebody who comes from the lobby', async () => {
  const player = await server.player(phone);
  await player.goto('/lobby');
  await player.page.locator('.quick-clocks').waitFor();
  await player.button(say('shell.menu')).click();
  await player.page.locator('#main-menu').getByRole('link', { name: say('nav.puzzles') }).click();
  const chips = player.page.locator('.puzzle-choosers .chips').first().locator('.chip');
  await expect.poll(() => chips.count(), patience).toBe(3);
  expect(new Set(await chips.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).size).toBe(1);
});

it('on a wide screen the boards that the settings make stay in sight while one chooses', async () => {
  const player = await server.player({ viewport: { width: 1440, height: 900 } });
  await player.goto('/settings');
  await player.page.locator('.looks-shown .board').nth(1).waitFor();
  for (const choice of [player.page.locator('.look-choice').first(), player.page.locator('.look-choice').last()]) {
    await choice.click();
    const shown = await boxOf(player, '.looks-shown');
    expect(shown.top).toBeGreaterThanOrEqual(0);
    expect(shown.bottom).toBeLessThanOrEqual(900);
  }
});

it.each([320, 390, 768, 1000, 1440])('no button and no choice of a featured game sticks out of it at %d in any language', async (width) => {
  const player = await server.player({ viewport: { width, height: 900 } });
  for (const language of Object.keys(languages)) {
    await player.goto('/');
    await player.page.evaluate((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
    await player.page.reload();
    await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe(language);
    const sticksOut = await player.page.locator('.featured-game').evaluateAll((games) =>
      games.flatMap((game) => {
        const { left, right } = game.getBoundingClientRect();
        return [...game.querySelectorAll('.button, .choice-shown, .featured-game-head > *')].filter((button) => {
          const box = button.getBoundingClientRect();
          return box.left < left || box.right > right || button.scrollWidth > button.clientWidth + 1;
        });
      }).map((button) => button.textContent),
    );
    expect(sticksOut, language).toEqual([]);
  }
});

it.each([
  ['/here/american', 1440, 900],
  ['/here/sternhalma', 1440, 900],
  ['/here/sternhalma:players=6', 1440, 900],
  ['/here/sternhalma:players=6', 1280, 800],
  ['/here/american', 1280, 720],
])('%s is seen whole, players and board, at %d by %d', async (path, width, height) => {
  const player = await server.player({ viewport: { width, height } });
  await player.goto(path);
  expect((await boxOf(player, '.seats-own')).bottom).toBeLessThanOrEqual(height);
  expect((await boxOf(player, '.seats-others')).top).toBeGreaterThanOrEqual(0);
});

it.each([
  ['/here/american', 844, 390, 300],
  ['/here/sternhalma:players=6', 844, 390, 300],
  ['/here/american', 740, 360, 270],
  ['/here/sternhalma:players=6', 740, 360, 270],
])('on a phone held sideways the board of %s has the height at %d by %d, with the players beside it', async (path, width, height, least) => {
  const player = await server.player({ ...phone, viewport: { width, height } });
  await player.goto(path);
  const [board, others, own] = [await boxOf(player, '.table-board'), await boxOf(player, '.seats-others'), await boxOf(player, '.seats-own')];
  expect(board.bottom - board.top).toBeGreaterThanOrEqual(least);
  expect(board.bottom).toBeLessThanOrEqual(height);
  expect(board.right).toBeLessThanOrEqual(Math.min(others.left, own.left));
  expect(Math.max(others.bottom, own.bottom)).toBeLessThanOrEqual(height);
  expect(await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

it('what was taken lies right beside the name of who took it', async () => {
  const player = await server.player({ viewport: { width: 1440, height: 900 } });
  await player.goto(`/here/american?position=${encodeURIComponent('B:W18,30:B15,1')}`);
  await player.click('15', '22');
  await player.sees(1);
  const taken = player.page.locator('.seat .board-tray .piece').first();
  await taken.waitFor();
  const [name, piece] = [await boxOf(player, '.seats-others .seat-name'), await boxOf(player, '.seats-own .seat-name')];
  const box = await taken.boundingBox();
  const gap = Math.min(...[name, piece].map(({ right }) => Math.abs((box?.x ?? Infinity) - right)));
  expect(gap).toBeLessThan(40);
});

it.each([1280, 390])('nothing moves when a move is refused, at %d', async (width) => {
  const player = await server.player({ viewport: { width, height: 844 } });
  await player.goto('/here/american');
  await player.click('11', '15');
  await player.sees(1);
  const below = player.button(say('table.resign'));
  const before = await below.boundingBox();
  await player.click('23', '10');
  await player.page.locator('.explanation .notice').waitFor();
  expect((await below.boundingBox())?.y).toBe(before?.y);
});

it('a move of many seats carries the sign of its colour', async () => {
  const player = await server.player();
  await player.goto('/here/sternhalma:players=6');
  await player.click('d5', 'e5');
  await player.sees(1);
  expect(await player.page.locator('.move .piece-set-1').count()).toBe(1);
});

it('who steps back finds the button where it was', async () => {
  const player = await server.player({ viewport: { width: 1440, height: 900 } });
  await player.goto('/here/american');
  await player.click('11', '15');
  await player.sees(1);
  await player.click('23', '19');
  await player.sees(2);
  const back = player.button(say('table.back'));
  const before = await back.boundingBox();
  await back.click();
  await player.page.getByText(say('table.looking', { count: 1 })).waitFor();
  expect((await back.boundingBox())?.y).toBe(before?.y);
});

it('six seats on a phone stand above the board, and both are seen whole', async () => {
  const player = await server.player(phone);
  await player.goto(`/here/sternhalma:players=6?position=${encodeURIComponent(nearlyHome(rules, 'sternhalma:players=6', 1))}`);
  const seats = player.page.locator('.seat');
  await seats.first().waitFor();
  expect(await seats.count()).toBe(6);
  expect(await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const [others, board] = [await boxOf(player, '.seats-others'), await boxOf(player, '.table-board')];
  expect(others.bottom).toBeLessThanOrEqual(board.top + 1);
  expect(board.bottom).toBeLessThanOrEqual(844);
});

it('a screen reader meets the name of the game before the board', async () => {
  const player = await server.player();
  await player.goto('/here/sternhalma');
  await player.page.locator('[role=grid]').first().waitFor();
  const order = await player.page.evaluate(() => {
    const [heading, grid] = [document.querySelector('main h1'), document.querySelector('main [role=grid]')];
    return heading !== null && grid !== null && (heading.compareDocumentPosition(grid) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  expect(order).toBe(true);
  expect(await player.page.getByRole('heading', { level: 1 }).textContent()).toContain(say('game.sternhalma'));
});

it('a move onto a piece of the star is told as that, dragged or typed', async () => {
  const player = await server.player();
  await player.goto('/here/sternhalma');
  await player.drag('d6', 'd5');
  const told = player.page.locator('.explanation');
  await expect.poll(() => told.textContent(), patience).toContain(say('refusal.occupied'));
  await player.click('e5');
  const field = await player.field();
  await field.fill('d6-d5');
  await field.press('Enter');
  await expect.poll(() => told.textContent(), patience).toContain(say('refusal.occupied'));
});

it('a chain is read with its landings in the list of moves, and told in words', async () => {
  const player = await server.player();
  await player.goto(`/here/american?position=${encodeURIComponent('B:W10,18,26:B6')}`);
  await player.click('6', '31');
  const move = player.page.locator('.move').first();
  await expect.poll(() => move.textContent(), patience).toBe('6x15x22x31');
  expect(await move.getAttribute('title')).toContain('lands on 31');
});

it.each(Object.keys(languages))('what is seen of five computers is read whole at any width in %s', async (language) => {
  const player = await server.player();
  await player.page.addInitScript((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
  const names = player.page.locator('.seats-others :is(.seat-who, .seat-facts)');
  for (const [level, sizes] of [['casual', [320, 1024, 1280]], ['full', [320, 1024]], ['first-steps', [1024]]] as const) {
    await player.goto(`/here/sternhalma:players=6?against=computer&seat=0&level=${level}`);
    await expect.poll(() => names.count(), patience).toBe(10);
    for (const width of sizes) {
      await player.page.setViewportSize({ width, height: width === 1280 ? 860 : 768 });
      await player.picture();
      const cut = await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => (name as HTMLElement).innerText));
      expect(cut, `${level} at ${width}`).toEqual([]);
    }
  }
});

it.each([[390, 844], [768, 1024], [1024, 768], [1280, 800], [1440, 900]])('beside a clock, how many pieces of each of six are home is read whole at %d by %d', async (width, height) => {
  const player = await server.player({ viewport: { width, height } });
  await player.goto('/here/sternhalma:players=6?clock=fischer-900-10');
  const counts = player.page.locator('.seats-others .seat-home');
  await expect.poll(() => counts.count(), patience).toBe(5);
  const cut = await counts.evaluateAll((all) =>
    all.filter((count) => {
      const facts = count.closest('.seat-facts')?.getBoundingClientRect();
      return facts === undefined || count.getBoundingClientRect().right > facts.right + 0.5;
    }).length,
  );
  expect(cut).toBe(0);
  expect((await boxOf(player, '.seats-own')).bottom).toBeLessThanOrEqual(height);
});

it.each([[390, 844], [1024, 768], [1440, 900]])('beside a clock, whom each of four plays with is read whole or told by a sign at %d by %d', async (width, height) => {
  const player = await server.player({ viewport: { width, height } });
  await player.guest('Ada');
  await player.host({
    game: 'sternhalma:players=4,teams=opposite',
    seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }, { t: 'engine', engine: 'casual' }, { t: 'engine', engine: 'casual' }],
    clocks: [{ kind: 'turn', step_ms: 30_000, periods: 3 }],
  });
  const facts = player.page.locator('.seats-others .seat-facts');
  await expect.poll(() => facts.count(), patience).toBe(3);
  await player.page.locator('.seats-others .face-skin').nth(2).waitFor();
  expect(await facts.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => (one as HTMLElement).innerText))).toEqual([]);
});

it('on a wide screen the faces of five computers can be told apart, and the board keeps its room', async () => {
  const player = await server.player({ viewport: { width: 1440, height: 900 } });
  await player.goto('/here/sternhalma:players=6?against=computer&seat=0');
  const faces = player.page.locator('.seats-others .face-skin');
  await expect.poll(() => faces.count(), patience).toBe(5);
  const sizes = await player.page.locator('.seats-others .face').evaluateAll((all) => all.map((face) => face.getBoundingClientRect().width));
  for (const size of sizes) expect(size).toBeGreaterThanOrEqual(32);
  const board = await boxOf(player, '.table-board');
  expect(board.bottom - board.top).toBeGreaterThan(640);
  expect((await boxOf(player, '.seats-own')).bottom).toBeLessThanOrEqual(900);
  const names = player.page.locator('.seats-others :is(.seat-who, .seat-home)');
  expect(await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).length)).toBe(0);
});

it.each([
  [320, 640, 6, ''],
  [320, 640, 5, ''],
  [360, 640, 6, ''],
  [360, 640, 6, '&clock=fischer-900-10'],
  [360, 640, 5, ''],
  [390, 844, 6, '&clock=fischer-900-10'],
])('on a phone of %i by %i all of %i but oneself sit in one row, and how far each is can be read', async (width, height, seats, clock) => {
  const player = await server.player({ ...phone, viewport: { width, height } });
  await player.goto(`/here/sternhalma:players=${seats}?against=computer&seat=0${clock}`);
  const others = player.page.locator('.seats-others .seat');
  await expect.poll(() => others.count(), patience).toBe(seats - 1);
  const tops = await others.evaluateAll((all) => all.map((seat) => seat.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const counts = player.page.locator('.seats-others :is(.seat-who, .seat-home, .clock)');
  const cut = await counts.evaluateAll((all) =>
    all.filter((count) => {
      const seat = count.closest('.seat')?.getBoundingClientRect();
      const { left, right } = count.getBoundingClientRect();
      return seat === undefined || left < seat.left || right > seat.right || count.scrollWidth > count.clientWidth;
    }).map((count) => count.textContent),
  );
  expect(cut).toEqual([]);
  expect(await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
