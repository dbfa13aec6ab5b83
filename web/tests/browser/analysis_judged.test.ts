// What the computer makes of a game on the analysis board: its lines, the bar, the graph, mistakes and how good the moves were.
import { expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import { testRules, value } from '../unit/rules/modules';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { patience, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

/** To the end of the game. */
async function lookThrough(player: Player): Promise<void> {
  await player.button(say('analysis.engine.graph')).click();
  await player.page.locator('.game-graph[aria-busy=false] .graph').waitFor();
}

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

it('along the graph whole moves are counted: at the number of one both players have made so many', async () => {
  const moves = '11-15 22-18 15x22 25x18 12-16 18-15 10x19 24x15'.split(' ');
  const player = await server.player();
  await player.goto(`/analysis/american?moves=${encodeURIComponent(moves.join(' '))}`);
  await lookThrough(player);
  const along = player.page.locator('.graph-moves span');
  expect(await along.allTextContents()).toEqual(['0', '1', '2', '3', '4', say('table.moves')]);
  const graph = await player.page.locator('.graph').boundingBox();
  for (const made of [1, 2, 3, 4]) {
    const number = await along.nth(made).boundingBox();
    if (graph === null || number === null) throw new Error('both are there');
    await player.page.mouse.click(number.x + number.width / 2, graph.y + graph.height / 2);
    await expect.poll(() => player.page.locator('.lines .move[aria-current]').textContent(), patience).toContain(moves[2 * made - 1]);
  }
});

it('the bar beside a star has the colours of its two players, whichever way the board lies', async () => {
  const player = await server.player();
  await player.goto('/analysis/sternhalma');
  const fills = () => player.page.locator('.evaluation-bar').evaluate((bar) => ['.evaluation-below', '.evaluation-above'].map((part) => getComputedStyle(bar.querySelector(part) as Element).fill));
  const [red, violet] = await fills();
  const pieces = await player.page.locator('.board-pieces').evaluate((all) => [1, 4].map((set) => getComputedStyle(all.querySelector(`.piece-set-${set}`) as Element).getPropertyValue('--top')));
  const asFill = (colour: string) => player.page.evaluate((wanted) => {
    const probe = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    probe.style.fill = wanted;
    document.querySelector('.evaluation-bar')?.append(probe);
    const fill = getComputedStyle(probe).fill;
    probe.remove();
    return fill;
  }, colour);
  expect([red, violet]).toEqual(await Promise.all(pieces.map(asFill)));
  for (let sixth = 0; sixth < 3; sixth += 1) await player.button(say('table.flip')).click();
  await expect.poll(fills, patience).toEqual([violet, red]);
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
  expect(await player.page.locator('.graph-moves span').allTextContents(), 'eight half-moves').toEqual(['0', '1', '2', '3', '4', say('table.moves')]);
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
