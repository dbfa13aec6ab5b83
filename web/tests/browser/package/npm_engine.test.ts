// The engine of the npm package on a plain page under a strict policy: the example of its README, and a search that is cancelled.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { CrownstarBoard } from '../../../packages/crownstar/src/element';
import type { Project } from '../../npm_package';
import { keepProject, keepSite, type PlainSite } from '../support/plain_page';

let project: Project;
let plain: PlainSite;

keepProject((made) => (project = made));
keepSite(() => project, (opened) => (plain = opened));

declare global {
  interface Window {
    answers: Record<string, unknown>[];
  }
}

const open = (body: string, script: string): Promise<Page> => plain.open({ body, script });

async function answersOf(page: Page, count: number): Promise<Record<string, unknown>[]> {
  await page.waitForFunction((wanted) => (window.answers?.length ?? 0) >= wanted, count);
  return page.evaluate(() => window.answers);
}

it('answers the player as the README has it, and loads one net', async () => {
  const scripts = [...readFileSync(`${project.installed}/README.md`, 'utf8').matchAll(/<script type="module">\n(.*?)<\/script>/gs)].map((found) => found[1] ?? '');
  const [script, ...others] = scripts.filter((text) => text.includes('loadEngine'));
  expect(others).toEqual([]);
  expect((script ?? '').trim().split('\n').length).toBeLessThan(10);
  const page = await open('<crownstar-board movable="red"></crownstar-board>', script ?? '');
  const board = page.locator('crownstar-board');
  // The script loads the engine before it listens: what is played before that is answered by nobody.
  await board.evaluate((element) => (element as CrownstarBoard).ready.then(() => undefined));
  await page.evaluate("import('/page.js').then(() => undefined)"); // the same script: it has run to its end
  for (const square of ['11', '15']) {
    const box = await board.locator(`[role=gridcell][aria-label^="${square},"]`).boundingBox();
    if (box === null) throw new Error(`no cell ${square}`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
  await page.waitForFunction(() => (document.querySelector('crownstar-board') as CrownstarBoard | null)?.moves.length === 2);
  expect(await board.evaluate((element) => [(element as CrownstarBoard).moves[0], (element as CrownstarBoard).turn])).toEqual(['11-15', 'Red']);
  expect(plain.asked.filter((path) => path.endsWith('.net'))).toEqual(['/node_modules/crownstar/nets/american.net']);
});

it('tells how far it is, is cancelled, and answers the next question with another worker', async () => {
  const page = await open('', `
import { loadEngine } from '/node_modules/crownstar/engine.js';
window.answers = [];
const engine = await loadEngine();
const controller = new AbortController();
let depth = 0;
const long = engine.search({ game: 'international', time: 86400000, signal: controller.signal, onProgress: (so) => {
  depth = so.depth;
  if (depth === 3) controller.abort();
} });
const next = engine.search({ game: 'american', position: 'W:W18:B15' });
window.answers.push({ ...(await long), depth });
window.answers.push(await next);
engine.close();
window.answers.push(await engine.search({ game: 'american' }));
`);
  const [cancelled, answered, closed] = await answersOf(page, 3);
  expect(cancelled).toEqual({ ok: false, rule: '', reason: 'the search was cancelled', depth: 3 });
  expect(answered).toMatchObject({ ok: true, value: { move: '18x11', plies: 1 } });
  expect(closed).toMatchObject({ ok: false, reason: 'it is closed' });
  expect(plain.asked.filter((path) => path.endsWith('/engine.wasm'))).toHaveLength(1);
});
