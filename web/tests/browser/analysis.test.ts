// The board to try lines on: a position set up by hand, taken along as link, picture and text, and what the computer makes of a game.
import type { Download } from 'playwright-core';
import { expect, it } from 'vitest';
import { languages, say, speak } from '../../src/messages/messages';
import { testRules, value } from '../unit/rules/modules';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { patience, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

const position = (player: Player) => player.page.getByLabel(say('analysis.position'), { exact: true });
const record = (player: Player) => player.page.getByLabel(say('analysis.record'), { exact: true });

/** Where positions and games come in and go out as text. */
const openTexts = (player: Player) => player.page.locator('.texts > summary').click();

/** To the end of the game. */
async function lookThrough(player: Player): Promise<void> {
  await player.button(say('analysis.engine.graph')).click();
  await player.page.locator('.game-graph[aria-busy=false] .graph').waitFor();
}

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

it('the computer shows its best line, and a graph that says what is up and what goes along it', async () => {
  const player = await server.player();
  await player.goto(`/analysis/american?moves=${encodeURIComponent('11-15 23-19 8-11')}`);
  await player.page.getByLabel(say('analysis.engine.on')).check();
  await player.page.locator('.found-line').first().waitFor();
  await player.page.locator('.board-arrow').first().waitFor({ state: 'attached' });
  await player.page.getByLabel(say('analysis.engine.on')).uncheck();
  await player.page.locator('.engine').waitFor({ state: 'detached' });
  await lookThrough(player);
  const graph = player.page.locator('.graph-figure');
  await expect.poll(() => graph.locator('.graph-moves span').allTextContents(), patience).toEqual(['0', '1', '2', say('table.moves')]);
  expect(await graph.locator('figcaption span').allTextContents()).toEqual(['Red', 'White'].map((side, at) => `${'↑↓'[at]} ${say('analysis.graph.better', { side })}`));
});

it('the bar beside a star has the colours of its two players, whichever way the board lies', async () => {
  const player = await server.player();
  await player.goto('/analysis/sternhalma');
  const fills = () => player.page.locator('.worth-bar').evaluate((bar) => ['.worth-below', '.worth-above'].map((part) => getComputedStyle(bar.querySelector(part) as Element).fill));
  const [red, violet] = await fills();
  const pieces = await player.page.locator('.board-pieces').evaluate((all) => [1, 4].map((set) => getComputedStyle(all.querySelector(`.piece-set-${set}`) as Element).getPropertyValue('--top')));
  const asFill = (colour: string) => player.page.evaluate((wanted) => {
    const probe = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    probe.style.fill = wanted;
    document.querySelector('.worth-bar')?.append(probe);
    const fill = getComputedStyle(probe).fill;
    probe.remove();
    return fill;
  }, colour);
  expect([red, violet]).toEqual(await Promise.all(pieces.map(asFill)));
  for (let sixth = 0; sixth < 3; sixth += 1) await player.button(say('table.flip')).click();
  await expect.poll(fills, patience).toEqual([violet, red]);
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

it('the net of a game is fetched when the computer is asked about it, and no sooner', async () => {
  const player = await server.player();
  const fetched: string[] = [];
  player.page.context().on('request', (request) => {
    if (request.url().endsWith('.net') && request.serviceWorker() === null) fetched.push(new URL(request.url()).pathname);
  });
  await player.page.addInitScript(() => localStorage.setItem('crownstar.preferences', JSON.stringify({ engine: 'off' })));
  await player.goto('/analysis/flying-king');
  await player.page.locator('.piece').first().waitFor();
  expect(fetched).toEqual([]);
  await player.page.getByLabel(say('analysis.engine.on')).check();
  await player.page.locator('.found-line').first().waitFor();
  expect(fetched).toEqual([expect.stringMatching(/^\/assets\/flying-king-.*\.net$/)]);
});

it.each([[1440, 900], [390, 844]])('what the computer finds is in sight at once, nothing below moves for it, and who turned it off finds it so, at %d by %d', async (width, height) => {
  const player = await server.player({ viewport: { width, height } });
  await player.goto('/analysis/american?moves=11-15');
  const engine = player.page.locator('.engine');
  await engine.waitFor();
  const below = () => player.button(say('analysis.edit')).evaluate((element) => element.getBoundingClientRect().top);
  const before = await below();
  await player.page.locator('.found-line').nth(2).waitFor();
  expect(await below()).toBe(before);
  const foot = await engine.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(foot).toBeLessThanOrEqual(width === 390 ? height - 56 : height);
  const tick = player.page.getByLabel(say('analysis.engine.on'));
  expect(await tick.isChecked()).toBe(true);
  await tick.uncheck();
  await engine.waitFor({ state: 'detached' });
  await player.page.reload();
  await tick.waitFor();
  expect(await tick.isChecked()).toBe(false);
  expect(await engine.count()).toBe(0);
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

it.each([[390, 844], [320, 568]])('on a phone one steps, goes to the next mistake, flips and asks the computer in one row under the thumb, at %d by %d', async (width, height) => {
  const player = await server.player({ hasTouch: true, isMobile: true, viewport: { width, height } });
  await player.goto(`/analysis/american?moves=${encodeURIComponent('11-15 22-18 15x22 25x18 12-16 21-17 9-14 18x9 5x21')}`);
  await player.button(say('table.back')).waitFor();
  const row = () =>
    player.page.locator('.analysis-row :is(.step, .onward, .engine-switch):visible').evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return { left, right, isBelow: top >= innerHeight - 56 && bottom <= innerHeight, isSeen: over !== null && one.contains(over), cut: one.scrollWidth - one.clientWidth > 1 };
      }),
    );
  const isOneRow = async () => {
    const found = await row();
    expect(found).toHaveLength(5);
    for (const [at, { left, right, isBelow, isSeen, cut }] of found.entries()) {
      expect([isBelow, isSeen, cut]).toEqual([true, true, false]);
      expect(left).toBeGreaterThanOrEqual(found[at - 1]?.right ?? 0);
      expect(right).toBeLessThanOrEqual(width);
    }
  };
  await isOneRow();
  await player.button(say('analysis.engine.graph')).tap();
  const next = player.button(say('analysis.next'));
  await next.waitFor();
  await player.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await isOneRow();
  const here = () => player.page.locator('.lines [aria-current]').textContent();
  await next.tap();
  await expect.poll(here, patience).toContain('21-17');
  await player.button(say('table.back')).tap();
  await expect.poll(here, patience).toContain('12-16');
  await player.button(say('table.onward')).tap();
  await expect.poll(here, patience).toContain('21-17');
  const first = () => player.page.locator('.board-cell').first().getAttribute('aria-label');
  const before = await first();
  await player.button(say('table.flip')).tap();
  await expect.poll(first, patience).not.toBe(before);
  await player.page.locator('.engine-switch').tap();
  await player.page.locator('.engine').waitFor({ state: 'detached' });
});

it('a position in which the game is over says how it ended', async () => {
  const player = await server.player();
  await player.goto(`/analysis/american?position=${encodeURIComponent('B:W18:B15')}`);
  await player.click('15', '22');
  await expect.poll(() => player.page.locator('.analysis-turn').textContent(), patience).toContain(say('table.won', { name: say('seat.Red') }).split(' ')[0]);
});

it('the computer goes on looking when a position was set up, and says whose score it is', async () => {
  const player = await server.player();
  await player.goto('/analysis/american');
  const tick = player.page.getByRole('checkbox', { name: say('analysis.engine.on') });
  await tick.check();
  await player.button(say('analysis.edit')).click();
  await player.drag('22', '18');
  await player.button(say('analysis.edit.done')).click();
  await tick.waitFor();
  expect(await tick.isChecked()).toBe(true);
  await player.page.getByText(`+: ${say('analysis.graph.better', { side: 'Red' })}`).waitFor();
});

it('a game that was looked through has its mistakes marked and counted', async () => {
  const player = await server.player();
  await player.goto(`/analysis/american?moves=${encodeURIComponent('11-15 22-18 15x22 25x18 12-16 18-15 10x19 24x15')}`);
  await lookThrough(player);
  const counts = player.page.locator('.mark-counts tbody tr:not(.accuracies)');
  await expect.poll(() => counts.count(), patience).toBe(3);
  const told = await counts.locator('td').allTextContents();
  const sum = told.reduce((all, one) => all + Number(one), 0);
  expect(await player.page.locator('.lines .mark').count()).toBe(sum);
  const shares = await player.page.locator('.accuracies td').allTextContents();
  expect(shares).toHaveLength(2);
  for (const share of shares) expect(share).toMatch(/^(100|\d?\d)%$/);
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

it('the graph of many seats says whose it is, and another’s is drawn when asked for', async () => {
  const game = value((await testRules()).start('sternhalma:players=3'));
  const moves = Array.from({ length: 9 }, () => value(game.play(value(game.legalMoves())[0]?.text ?? '')).text);
  game.free();
  const player = await server.player();
  await player.goto(`/analysis/sternhalma:players=3?moves=${encodeURIComponent(moves.join(' '))}`);
  const whose = player.page.getByLabel(say('analysis.graph.of'));
  await expect.poll(() => whose.locator('option').allTextContents(), patience).toEqual(['Red', 'Green', 'White']);
  await player.button(say('analysis.engine.graph')).click();
  const caption = player.page.locator('.graph-figure figcaption');
  await expect.poll(() => caption.textContent(), patience).toBe(`↑ ${say('analysis.graph.better', { side: 'Red' })}`);
  await whose.selectOption('Green');
  await expect.poll(() => caption.textContent(), patience).toBe(`↑ ${say('analysis.graph.better', { side: 'Green' })}`);
  const graph = player.page.locator('.graph');
  expect(await graph.getAttribute('aria-label')).toBe(say('analysis.graph', { side: 'Green' }));
  await player.page.locator('.game-graph[aria-busy=false]').waitFor();
  // Looked at where Green is to move: after the 1st, the 4th and the 7th move.
  const { width = 0, height = 0 } = (await graph.boundingBox()) ?? {};
  await graph.click({ position: { x: width / 2, y: height / 2 } });
  await expect.poll(() => player.page.locator('.lines .move[aria-current]').textContent(), patience).toContain(moves[3]);
});

it.each([[320, 640], [390, 844]])('on a phone the graph is seen together with the board, and steps through the game, at %d by %d', async (width, height) => {
  const player = await server.player({ hasTouch: true, isMobile: true, viewport: { width, height } });
  await player.goto(`/analysis/american?moves=${encodeURIComponent('11-15 22-18 15x22 25x18 12-16 18-15')}`);
  await player.button(say('analysis.engine.graph')).click();
  await player.page.locator('.graph-moves').getByText('3', { exact: true }).waitFor();
  const graph = player.page.locator('.graph');
  await graph.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const [board, drawn] = [await player.page.locator('.board').boundingBox(), await graph.boundingBox()];
  if (board === null || drawn === null) throw new Error('both are there');
  expect(board.y).toBeGreaterThanOrEqual(0);
  expect(drawn.y + drawn.height).toBeLessThanOrEqual(height + 1);
  await player.page.touchscreen.tap(drawn.x + drawn.width / 2, drawn.y + drawn.height / 2);
  await expect.poll(() => player.page.locator('.lines .move[aria-current]').textContent(), patience).toContain('15x22');
  expect(await player.page.evaluate(() => document.documentElement.scrollWidth), 'nothing is wider than the screen').toBe(width);
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

it('a review opens on the first mistake, and the next one is a press away', async () => {
  const player = await server.player();
  await player.goto('/here/american');
  const moves = '11-15 22-18 15x22 25x18 12-16 18-15 10x19 24x15';
  for (const [at, move] of moves.split(' ').entries()) {
    const labels = move.split(/[-x]/);
    await player.click(labels[0] ?? '', labels[1] ?? '');
    await player.sees(at + 1);
  }
  await player.button(say('table.resign')).click();
  await player.button(say('shell.yes')).click();
  await player.page.getByRole('link', { name: say('table.review') }).click();
  const next = player.button(say('analysis.next'));
  await next.waitFor();
  const here = () => player.page.locator('.lines [aria-current]').textContent();
  const first = await here();
  expect(first).not.toBeNull();
  await expect.poll(() => player.page.locator('.verdict .mark').count(), patience).toBe(1);
  // How good either side's moves were stands beside the players.
  const shares = player.page.locator('.seat-accuracy');
  await expect.poll(() => shares.count(), patience).toBe(2);
  expect(await shares.first().textContent()).toContain(say('analysis.accuracy'));
  // What would have been better is shown in the place of the mistake.
  const better = / (\S+)\. /.exec((await player.page.locator('.verdict').textContent()) ?? '')?.[1] ?? 'no better move';
  await player.button(say('analysis.better.show')).click();
  await expect.poll(here, patience).toContain(better);
  expect(await player.page.locator('.variation .move').count()).toBe(1);
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

it.each([390, 1440])('the lines of the computer can be read to their ends at %d', async (width) => {
  const player = await server.player({ viewport: { width, height: 900 } });
  await player.goto('/analysis/sternhalma');
  await player.page.getByLabel(say('analysis.engine.on')).check();
  const lines = player.page.locator('.found-line');
  await lines.first().waitFor();
  expect(await lines.evaluateAll((all) => all.filter((line) => line.scrollWidth > line.clientWidth).length)).toBe(0);
  await player.goto('/analysis/american');
  await player.page.getByLabel(say('analysis.engine.on')).check();
  await lines.first().waitFor();
  const heights = await player.page.locator('.found-move').evaluateAll((moves) => moves.map((move) => (move as HTMLElement).offsetHeight));
  expect(heights.length).toBeGreaterThan(0);
  expect(new Set(heights), 'a short move is not broken in two').toEqual(new Set([Math.min(...heights)]));
});
