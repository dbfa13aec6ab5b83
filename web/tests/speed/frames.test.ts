// How smooth a board is while a piece is dragged over it: the times between two pictures, and what the page's own thread
// does for each. Beside it, in turn, the same mouse over the same board without a piece, and over an empty page.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { TestServer } from '../browser/support/test_server';
import { number, print, share } from './figures';

const rounds = Number(process.env['CROWNSTAR_ROUNDS'] ?? 3);
const seconds = 3;
const picture = 1000 / 60;
const boards = [
  { name: 'star, 121 holes, 60 pieces', path: '/here/sternhalma:players=6', pieces: 60 },
  { name: 'star, 253 holes, 126 pieces', path: '/here/sternhalma:players=6,board=253', pieces: 126 },
  { name: 'American checkers', path: '/here/american', pieces: 24 },
];

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.open();
});
afterAll(() => server.close());

interface Frames {
  readonly gaps: readonly number[];
  readonly busy: number; // milliseconds of the page's thread for each picture
  readonly script: number;
}

async function metrics(devtools: CDPSession): Promise<Map<string, number>> {
  const { metrics: all } = await devtools.send('Performance.getMetrics');
  return new Map(all.map(({ name, value }) => [name, value]));
}

/** Draws circles with the mouse over the middle of the page, and takes the time of every picture. */
async function circle(page: Page, devtools: CDPSession, centre: { x: number; y: number }, radius: number): Promise<Frames> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { frameTimes: times });
    const look = (now: number): void => {
      times.push(now);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const before = await metrics(devtools);
  const start = Date.now();
  for (let now = start; now < start + seconds * 1000; now = Date.now()) {
    const angle = ((now - start) / 1000) * Math.PI;
    await page.mouse.move(centre.x + Math.cos(angle) * radius, centre.y + Math.sin(angle) * radius);
  }
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes);
  const after = await metrics(devtools);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const spent = (name: string): number => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / Math.max(1, gaps.length);
  return { gaps, busy: spent('TaskDuration'), script: spent('ScriptDuration') };
}

async function measure(path: string, slowdown: number, isDragging: boolean, pieces: number): Promise<Frames> {
  const player = await server.player({ reducedMotion: 'no-preference' });
  const { page } = player;
  if (path === '') await page.goto(`${server.address}/robots.txt`);
  else {
    await player.goto(path);
    await page.locator('.board-cell-own').first().waitFor();
    const there = await page.locator('.board-pieces > .piece').count();
    if (there !== pieces) throw new Error(`${there} pieces in place of ${pieces}`);
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const box = path === '' ? { x: 100, y: 100, width: 500, height: 500 } : await page.locator('[role=grid]').boundingBox();
  const own = path === '' ? null : await page.locator('.board-cell-own').first().boundingBox();
  if (box === null) throw new Error('no board');
  if (own !== null) await page.mouse.move(own.x + own.width / 2, own.y + own.height / 2);
  if (isDragging) await page.mouse.down();
  const frames = await circle(page, devtools, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, box.height / 4);
  if (isDragging && (await page.locator('[role=gridcell][aria-selected=true]').count()) !== 1) throw new Error('nothing was dragged');
  await server.empty();
  return frames;
}

const slowdowns = (process.env['CROWNSTAR_SLOWDOWNS'] ?? '1,4').split(',').map(Number);

it.each(slowdowns)('processor /%d', async (slowdown) => {
  const lines = [
    { name: 'an empty page', path: '', isDragging: false, pieces: 0 },
    ...boards.flatMap((board) => [
      { ...board, name: `${board.name}, mouse alone`, isDragging: false },
      { ...board, name: `${board.name}, dragging`, isDragging: true },
    ]),
  ];
  const found = new Map<string, Frames[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, path, isDragging, pieces } of lines) {
      found.set(name, [...(found.get(name) ?? []), await measure(path, slowdown, isDragging, pieces)]);
    }
  }
  print(`\nMilliseconds between pictures, processor /${slowdown}, ${rounds} times ${seconds} s:`);
  print(`  ${''.padEnd(44)}  median    95th   worst  dropped of all   thread, of it script`);
  for (const [name, all] of found) {
    const gaps = all.flatMap((frames) => [...frames.gaps]);
    const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / picture) - 1), 0);
    const mean = (of: (frames: Frames) => number): number => all.reduce((sum, frames) => sum + of(frames), 0) / all.length;
    print(
      `  ${name.padEnd(44)} ${number(share(gaps, 0.5), 1)} ${number(share(gaps, 0.95), 1)} ${number(Math.max(...gaps), 1)}  ${number(dropped, 0, 4)} of ${number(dropped + gaps.length, 0, 4)}   ${number(mean(({ busy }) => busy), 2)} ${number(mean(({ script }) => script), 2)}`,
    );
  }
});
