// <crownstar-board> on a plain page in the other browsers: drawn, moved on by mouse, and told to the page; and the engine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../browser/support/player';
import { Project, Site } from '../npm_package';
import type { Driver } from './driver';
import { firefox } from './firefox';
import { webkit } from './webkit';

let project: Project;
let site: Site;

beforeAll(async () => {
  project = new Project();
  site = await Site.open(project);
  site.show('/page.html', '<crownstar-board position="W:W18,22:B14,15"></crownstar-board><script type="module" src="/told.js"></script>');
  project.write('told.js', "window.told = [];\nfor (const type of ['move', 'illegal-move']) addEventListener(type, ({ detail }) => window.told.push(detail));\n");
  site.show('/engine.html', '<script type="module" src="/engine.js"></script>');
  project.write(
    'engine.js',
    `import { loadEngine } from '/node_modules/crownstar/engine.js';
const engine = await loadEngine();
const controller = new AbortController();
const long = engine.search({ game: 'international', time: 86400000, signal: controller.signal, onProgress: ({ depth }) => depth === 2 && controller.abort() });
const next = engine.search({ game: 'american', position: 'W:W18:B15' });
window.answers = [(await long).reason, (await next).value.move];
`,
  );
});
afterAll(() => {
  site?.close();
  project?.remove();
});

describe.each([
  ['Firefox', firefox],
  ['WebKit', webkit],
] as const)('%s', (_, open) => {
  let driver: Driver;

  beforeAll(async () => {
    driver = await open();
  });
  afterAll(() => driver?.close());

  const inside = "const board = document.querySelector('crownstar-board'); const root = board.shadowRoot;";

  async function click(label: string): Promise<void> {
    const spot = (await driver.run(`${inside} const box = root.querySelector('[role=gridcell][aria-label^="${label},"]').getBoundingClientRect();
return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };`)) as { readonly x: number; readonly y: number };
    const actions = [{ type: 'pointerMove', ...spot, duration: 0 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  const told = () => driver.run('return window.told.length;');

  it('is played on', async () => {
    await driver.navigate(`${site.address}/page.html`);
    await until(() => driver.run('return document.querySelector("crownstar-board")?.legalMoves?.length ?? 0;').catch(() => 0), (found) => found === 2, 'two legal moves');
    const fill = await driver.run(`${inside} return getComputedStyle(root.querySelector('.board-square-play')).fill;`);
    expect(fill).toBe('rgb(139, 87, 51)');
    await click('22');
    await until(told, (found) => found === 1, 'an illegal move');
    expect(await driver.run('return [window.told[0].rule, window.told[0].text];')).toEqual(['AM-7', 'You must jump. The glowing pieces can.']);
    await click('18');
    await click('9');
    await until(told, (found) => found === 2, 'a move');
    expect(await driver.run('return [window.told[1].move, window.told[1].position];')).toEqual(['18x9', 'B:W9,22:B15']);
    // The dialogue and the keys ask what has the focus in the board's own tree.
    expect(await driver.run(`${inside} board.focus(); return root.activeElement?.getAttribute('role');`)).toBe('gridcell');
  });

  it('searches in a worker, and is cancelled', async () => {
    await driver.navigate(`${site.address}/engine.html`);
    await until(() => driver.run('return window.answers?.length ?? 0;').catch(() => 0), (found) => found === 2, 'two answers');
    expect(await driver.run('return window.answers;')).toEqual(['the search was cancelled', '18x11']);
  });
});
