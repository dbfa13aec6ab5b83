// The board to try lines on: a position set up by hand and taken along as link, picture and text.
import type { Download } from 'playwright-core';
import { expect, it } from 'vitest';
import { languages, say, speak } from '../../src/messages/messages';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { patience, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

const position = (player: Player) => player.page.getByLabel(say('analysis.position'), { exact: true });
const record = (player: Player) => player.page.getByLabel(say('analysis.record'), { exact: true });

/** Where positions and games come in and go out as text. */
const openTexts = (player: Player) => player.page.locator('.texts > summary').click();

async function bytesOf(file: Download): Promise<Buffer> {
  const parts: unknown[] = await (await file.createReadStream()).toArray();
  return Buffer.concat(parts as Buffer[]);
}

async function saved(player: Player, button: string): Promise<Buffer> {
  const [file] = await Promise.all([player.page.waitForEvent('download'), player.button(button).click()]);
  return bytesOf(file);
}

it.each([
  ['american', ['14', '18'], /W18.*B14/],
  ['turkish', ['d4', 'e5'], /e5/],
])('a position of %s is set up piece by piece, and one that cannot be played is refused', async (game, [dark = '', light = ''], written) => {
  const player = await server.player();
  await player.goto(`/analysis/${game}`);
  await player.button(say('analysis.edit')).click();
  await player.button(say('analysis.edit.clear')).click();
  await player.button(say('analysis.edit.done')).click();
  await player.page.getByRole('alert').waitFor();
  const brushes = player.page.locator('.brushes label');
  await brushes.nth(0).click();
  await player.click(light);
  await brushes.nth(2).click();
  await player.click(dark);
  await player.button(say('analysis.edit.done')).click();
  await expect.poll(() => position(player).inputValue(), patience).toMatch(written);
});

it('a star is set up hole by hole', async () => {
  const player = await server.player();
  await player.goto('/analysis/sternhalma');
  const before = await position(player).inputValue();
  await player.button(say('analysis.edit')).click();
  await player.drag('d6', 'f10');
  await player.button(say('analysis.edit.done')).click();
  await expect.poll(() => position(player).inputValue(), patience).not.toBe(before);
  await expect.poll(() => player.cell('f10').getAttribute('aria-label'), patience).not.toContain(say('board.cell.empty'));
});

it('whose move it is stands beside the board, and is said to whoever presses another’s piece', async () => {
  const player = await server.player();
  await player.goto('/analysis/sternhalma:players=3');
  const turn = player.page.locator('.analysis-turn');
  await expect.poll(() => turn.textContent(), patience).toContain(say('table.turn', { name: say('seat.set.1') }));
  await player.click('k6');
  const answer = player.page.locator('.explanation');
  await expect.poll(() => answer.textContent(), patience).toContain(say('reason.others_set', { colour: say('seat.set.3'), mover: say('seat.set.1') }));
  await player.click('d5', 'e5');
  await expect.poll(() => turn.textContent(), patience).toContain(say('table.turn', { name: say('seat.set.3') }));
  expect(await player.page.locator('.lines .move .piece-set-1').count(), 'of several colours each move has its own').toBe(1);
  await openTexts(player);
  await record(player).fill('1. d5-e5 /OUT "2 resigned"/ *');
  await player.button(say('analysis.record.read')).click();
  await player.button(say('table.last')).click();
  const left = player.page.locator('.left-here');
  await expect.poll(() => left.textContent(), patience).toContain(say('table.out'));
  expect(await left.locator('.piece-set-3').count(), 'who has left').toBe(1);
  await expect.poll(() => turn.textContent(), patience).toContain(say('table.turn', { name: say('seat.set.5') }));
  await player.goto('/analysis/american');
  await expect.poll(() => turn.textContent(), patience).toContain(say('table.turn', { name: say('seat.Red') }));
});

it('a link carries a position, and its picture is saved as a drawing and as dots', async () => {
  const player = await server.player();
  await player.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await player.goto(`/analysis/american?moves=${encodeURIComponent('11-15 23-19 8-11')}`);
  await player.page.locator('.piece').first().waitFor();
  const here = await position(player).inputValue();
  await openTexts(player);
  await player.button(say('analysis.link')).click();
  await player.page.getByText(say('shell.copied'), { exact: true }).waitFor();
  const link = await player.page.evaluate(() => navigator.clipboard.readText());
  const other = await server.player();
  await other.page.goto(link);
  await expect.poll(() => position(other).inputValue(), patience).toBe(here);

  const svg = (await saved(player, say('analysis.picture.svg'))).toString();
  expect(svg).toMatch(/^<svg [^>]*viewBox=/);
  expect(svg).not.toContain('class=');
  const shown = await other.page.evaluate(async (text) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [200, 200];
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0, 200, 200);
    const { data } = context.getImageData(0, 0, 200, 200);
    return new Set(Array.from({ length: 40_000 }, (_, at) => (data[at * 4] ?? 0) >> 5)).size;
  }, svg);
  expect(shown, 'shades of red in the picture').toBeGreaterThan(3);
  const png = await saved(player, say('analysis.picture.png'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(1200);
});

it('a game is written with its lines as PDN, and read again', async () => {
  const player = await server.player();
  await player.goto(`/analysis/american?moves=${encodeURIComponent('11-15 23-19 8-11 22-17')}`);
  await player.button(say('table.back')).click();
  await player.click('27', '23');
  await player.page.locator('.variation').waitFor();
  await openTexts(player);
  await player.button(say('analysis.record.write')).click();
  await expect.poll(() => record(player).inputValue(), patience).toMatch(/8-11 22-17 \(.*27-23\)/s);
  const text = await record(player).inputValue();
  expect((await saved(player, say('analysis.record.save'))).toString()).toBe(text);

  const other = await server.player();
  await other.goto('/analysis/american');
  await openTexts(other);
  await record(other).fill('this is no game 99-98');
  await other.button(say('analysis.record.read')).click();
  await other.page.getByRole('alert').waitFor();
  await record(other).fill(text);
  await other.button(say('analysis.record.read')).click();
  await expect.poll(() => other.page.locator('.lines .move').allTextContents(), patience).toHaveLength(5);
  // It begins where the game before it began, and is stepped through all the same.
  const current = other.page.locator('.lines .move[aria-current]');
  await other.button(say('table.onward')).click();
  await expect.poll(() => current.textContent(), patience).toContain('11-15');
  await other.button(say('table.onward')).click();
  await expect.poll(() => current.textContent(), patience).toContain('23-19');
});

it('a long text of games is read beside the page, and any of them is looked at', async () => {
  const player = await server.player();
  await player.page.addInitScript(() => localStorage.setItem('crownstar.preferences', JSON.stringify({ engine: 'off' })));
  await player.goto('/analysis/american');
  const workers: string[] = [];
  player.page.on('worker', (worker) => workers.push(worker.url()));
  const game = '[GameType "21"]\n1. 11-15 24-20 2. 8-11 28-24 *\n\n';
  const file = { name: 'many.pdn', mimeType: 'text/plain', buffer: Buffer.from(game.repeat(6000)) };
  await player.page.getByLabel(say('analysis.record.file')).setInputFiles(file);
  const which = player.page.getByRole('combobox', { name: say('analysis.record.which') });
  await which.waitFor();
  expect(await which.locator('option').count()).toBe(100);
  expect(workers.filter((url) => url.includes('reading_worker'))).toHaveLength(1);
  await expect.poll(() => player.page.workers().length, patience).toBe(0);
  expect(await record(player).inputValue()).toBe('');
  expect(await record(player).getAttribute('placeholder')).toBe(say('analysis.record.long'));
});

it.each(Object.keys(languages))('what is wrong with a position and a record is said in %s', async (language) => {
  const player = await server.player();
  await player.page.addInitScript((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
  await speak(language);
  try {
    await player.goto('/analysis/american');
    await openTexts(player);
    await position(player).fill('W:W33:B1');
    await player.button(say('analysis.position.set')).click();
    const alert = player.page.getByRole('alert');
    const square = say('reason.square', { first: '1', last: '32', found: '33:B1' });
    await expect.poll(() => alert.textContent(), patience).toBe(square);
    await record(player).fill('1. 11-15 {never closed');
    await player.button(say('analysis.record.read')).click();
    const unclosed = say('reason.unclosed', { sign: '}' });
    const open = say('reason.at', { line: '1', column: '10', reason: unclosed.charAt(0).toLowerCase() + unclosed.slice(1) });
    await expect.poll(() => alert.textContent(), patience).toBe(open);
  } finally {
    await speak('en');
  }
});

it('positions and games as text are folded away until they are wanted', async () => {
  const player = await server.player();
  await player.goto('/analysis/american');
  await player.page.locator('.texts > summary').waitFor();
  expect(await record(player).isVisible()).toBe(false);
  await openTexts(player);
  await record(player).fill('1. 11-15 *');
  await player.button(say('analysis.record.read')).click();
  await player.sees(1);
  expect(await record(player).isVisible(), 'it stays open').toBe(true);
});

it('a position in which the game is over says how it ended', async () => {
  const player = await server.player();
  await player.goto(`/analysis/american?position=${encodeURIComponent('B:W18:B15')}`);
  await player.click('15', '22');
  await expect.poll(() => player.page.locator('.analysis-turn').textContent(), patience).toContain(say('table.won', { name: say('seat.Red') }).split(' ')[0]);
});

it.each([1280, 320])('a refused move is answered by its rule over the lines, and nothing moves for it, at %d', async (width) => {
  const player = await server.player({ viewport: { width, height: 844 } });
  await player.goto(`/analysis/flying-king?position=${encodeURIComponent('W:WK32,22:B1,23,17')}`);
  const below = player.button(say('analysis.edit'));
  await below.waitFor();
  const top = () => below.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const height = () => player.page.evaluate(() => document.documentElement.scrollHeight);
  const before = [await top(), await height()];
  await player.click('32', '18');
  const notice = player.page.locator('.explanation .notice');
  await expect.poll(() => notice.textContent(), patience).toContain(say('why.king_captures_near'));
  expect(await notice.locator('a').getAttribute('href')).toBe('/rules/flying-king#FK-9');
  expect([await top(), await height()]).toEqual(before);
  await player.click('22');
  await notice.waitFor({ state: 'detached' });
});

it('a pictured piece is dragged onto the board of the editor', async () => {
  const player = await server.player();
  await player.goto('/analysis/american');
  await player.button(say('analysis.edit')).click();
  await player.button(say('analysis.edit.clear')).click();
  const king = player.page.locator('.brush', { hasText: say('board.king', { side: say('seat.White') }) }).locator('.piece-picture');
  const from = await king.boundingBox();
  const to = await player.spot('18');
  await player.page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10);
  await player.page.mouse.down();
  await player.page.mouse.move(to.x, to.y, { steps: 4 });
  expect(await player.page.locator('.is-carried').count()).toBe(1);
  await player.page.mouse.up();
  expect(await player.page.locator('.is-carried').count()).toBe(0);
  await expect.poll(() => player.cell('18').getAttribute('aria-label'), patience).toContain(say('board.king', { side: say('seat.White') }));
  expect(await player.page.locator('.board-pieces > .piece').count()).toBe(1);
  expect(await player.page.evaluate(() => String(getSelection())), 'no words are marked on the way').toBe('');
});

it('a game that was read is in sight, wherever its text was', async () => {
  const player = await server.player({ viewport: { width: 390, height: 844 } });
  await player.goto('/analysis/american');
  await openTexts(player);
  await record(player).fill('[GameType "21"]\n1. 11-15 23-19 *');
  await player.button(say('analysis.record.read')).click();
  await player.sees(2);
  await expect.poll(() => player.page.evaluate(() => scrollY), patience).toBe(0);
});

it('arrow keys step through the game after a move by mouse', async () => {
  const player = await server.player();
  await player.goto('/analysis/american');
  const start = await position(player).inputValue();
  await player.click('11');
  await player.click('15');
  await expect.poll(() => position(player).inputValue(), patience).not.toBe(start);
  const moved = await position(player).inputValue();
  await player.page.keyboard.press('ArrowLeft');
  await expect.poll(() => position(player).inputValue(), patience).toBe(start);
  await player.page.keyboard.press('ArrowRight');
  await expect.poll(() => position(player).inputValue(), patience).toBe(moved);
  await player.page.keyboard.press('Home');
  await expect.poll(() => position(player).inputValue(), patience).toBe(start);
});

it('a game that is not there, and a server that is away, are told in the player’s words', async () => {
  const player = await server.player();
  await player.goto('/analysis?match=m404');
  await player.page.getByText(say('refusal.no_such_match')).waitFor();
  await player.page.route('**/api/matches/m404/export?form=pdn', (route) => route.abort());
  await player.goto('/analysis?match=m404');
  await player.page.getByText(say('shell.unreachable')).waitFor();
});

it.each([
  ['/analysis/american', ['25', '18'], '17'],
  ['/analysis/sternhalma', ['d5', 'h9'], 'i9'],
] as const)('at %s the other button of a mouse draws arrows and rings, until the first one is clicked', async (path, [from, to], ringed) => {
  const player = await server.player();
  await player.goto(path);
  const [start, end, ring] = [await player.spot(from), await player.spot(to), await player.spot(ringed)];
  const { mouse } = player.page;
  const drawn = player.page.locator('.board-arrow-drawn');
  const draw = async (a: typeof start, b: typeof start) => {
    await mouse.move(a.x, a.y);
    await mouse.down({ button: 'right' });
    await mouse.move(b.x, b.y, { steps: 3 });
    await mouse.up({ button: 'right' });
  };
  await draw(start, end);
  await draw(ring, ring);
  await expect.poll(() => drawn.count(), patience).toBe(2);
  expect(await player.page.locator('.board-ring').count()).toBe(1);
  await draw(start, end); // once more takes it away
  await expect.poll(() => drawn.count(), patience).toBe(1);
  await mouse.click(ring.x, ring.y);
  await expect.poll(() => drawn.count(), patience).toBe(0);
});

it('what was drawn goes with its position, and a finger draws nothing', async () => {
  const player = await server.player({ hasTouch: true });
  await player.goto('/analysis/american?moves=11-15');
  const drawn = player.page.locator('.board-arrow-drawn');
  const { x, y } = await player.spot('23');
  await player.page.mouse.click(x, y, { button: 'right' });
  await expect.poll(() => drawn.count(), patience).toBe(1);
  await player.page.keyboard.press('ArrowLeft');
  await expect.poll(() => drawn.count(), patience).toBe(0);
  const devtools = await player.page.context().newCDPSession(player.page);
  for (const type of ['touchStart', 'touchEnd'] as const) {
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [{ x, y }] : [] });
  }
  await player.picture();
  expect(await drawn.count()).toBe(0);
});

it('the opening of a game is called by its name', async () => {
  const player = await server.player();
  await player.goto('/analysis/american?moves=11-15+23-19+8-11+22-17+9-13+24-20');
  await player.page.getByText('Laird and Lady', { exact: true }).waitFor();
  await player.goto('/analysis/flying-king?moves=22-18');
  await player.page.locator('.move').first().waitFor();
  expect(await player.page.locator('.opening').count()).toBe(0);
});

