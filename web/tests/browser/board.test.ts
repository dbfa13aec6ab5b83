// The board under real hands: mouse, finger, keys, and what a screen reader hears; on the page of web/demo, with the real rules.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { theBrowser } from './support/test_server';
import { patience } from './support/player';

let server: ViteDevServer;
let browser: Browser;
let address = '';

beforeAll(async () => {
  server = await createServer({ root: new URL('../..', import.meta.url).pathname, logLevel: 'error', server: { port: 0 } });
  await server.listen();
  const at = server.httpServer?.address();
  address = `http://localhost:${typeof at === 'object' ? (at?.port ?? 0) : 0}/demo/board.html`;
  browser = await theBrowser();
});

const complaints: string[] = [];
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  expect(complaints.splice(0)).toEqual([]);
});
afterAll(() => server?.close());

class Demo {
  constructor(readonly page: Page) {}

  async at(label: string): Promise<{ x: number; y: number }> {
    const box = await this.page.locator(`[role=gridcell][aria-label^="${label},"]`).boundingBox();
    if (box === null) throw new Error(`no cell ${label}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async click(...labels: string[]): Promise<void> {
    for (const label of labels) {
      const { x, y } = await this.at(label);
      await this.page.mouse.click(x, y);
    }
  }

  async drag(...labels: string[]): Promise<void> {
    const spots = [];
    for (const label of labels) spots.push(await this.at(label));
    await this.page.mouse.move(spots[0]?.x ?? 0, spots[0]?.y ?? 0);
    await this.page.mouse.down();
    for (const { x, y } of spots.slice(1)) {
      await this.page.mouse.move(x, y, { steps: 5 });
      // The board looks at the pointer once a picture.
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    await this.page.mouse.up();
  }

  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** What the page was told by the board. */
  async told(text: string): Promise<void> {
    await expect.poll(() => this.page.locator('#told').textContent(), patience).toBe(text);
  }

  async said(): Promise<string> {
    return (await this.page.locator('.board [role=status]').textContent()) ?? '';
  }

  async answers(): Promise<string[]> {
    await this.page.locator('.board-bubble').waitFor();
    return this.page.locator('.board-bubble button').allTextContents();
  }
}

async function open(query: string, options: BrowserContextOptions = {}): Promise<Demo> {
  const context = await browser.newContext({ viewport: { width: 600, height: 760 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience.timeout);
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  await page.goto(`${address}?${query}`);
  await page.waitForFunction('window.isReady === true', null, { timeout: patience.timeout });
  return new Demo(page);
}

describe('both ways of moving (AM-12)', () => {
  it('clicks a piece and a target', async () => {
    const demo = await open('scene=american');
    await demo.click('11');
    expect(await demo.said()).toBe('Red man on 11 picked. Targets: 15 and 16.');
    await demo.click('15');
    await demo.told('moved 11-15');
    expect(await demo.said()).toContain('goes from 11 to 15');
  });

  it('presses, drags and releases', async () => {
    const demo = await open('scene=american');
    await demo.drag('11', '15');
    await demo.told('moved 11-15');
  });

  it('drags by a finger, and does not scroll the page then', async () => {
    const demo = await open('scene=american', { viewport: { width: 360, height: 500 }, hasTouch: true, isMobile: true });
    await demo.page.evaluate(() => document.querySelector('main')?.setAttribute('class', 'demo-tall'));
    const devtools = await demo.page.context().newCDPSession(demo.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const [from, to] = [await demo.at('23'), await demo.at('18')];
    const mine = [await demo.at('11'), await demo.at('15')] as const;
    const swipe = async (a: { x: number; y: number }, b: { x: number; y: number }): Promise<void> => {
      await touch('touchStart', [a]);
      for (let i = 1; i <= 10; ++i) {
        await touch('touchMove', [{ x: a.x + ((b.x - a.x) * i) / 10, y: a.y + ((b.y - a.y) * i) / 10 }]);
        await demo.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      }
      await touch('touchEnd', []);
    };
    // The piece is held above the finger.
    await swipe(mine[0], { x: mine[1].x, y: mine[1].y + 25 });
    await demo.told('moved 11-15');
    expect(await demo.page.evaluate(() => scrollY)).toBe(0);
    await swipe({ x: to.x, y: to.y + 60 }, { x: from.x, y: from.y - 60 });
    await expect.poll(() => demo.page.evaluate(() => scrollY), patience).toBeGreaterThan(20);
  });

  it('lays the piece back by Escape and by a drag off the board', async () => {
    const demo = await open('scene=american');
    await demo.click('11');
    await demo.keys('Escape');
    expect(await demo.said()).toBe('Laid back on 11.');
    const { x, y } = await demo.at('11');
    await demo.page.mouse.move(x, y);
    await demo.page.mouse.down();
    await demo.page.mouse.move(x + 40, 750, { steps: 5 });
    await demo.page.mouse.up();
    // Still picked, so one more click lays it back, and 15 is a target no more.
    await demo.click('11', '15');
    expect(await demo.page.locator('#told').textContent()).toBe('');
  });
});

describe('chains', () => {
  it('ask where two end in the same place, and take the answer by keys', async () => {
    const demo = await open('scene=american-choice');
    await demo.click('2', '25');
    expect(await demo.answers()).toEqual(['Takes 6, 14 and 22', 'Takes 7, 15 and 22', 'Back']);
    await demo.keys('ArrowRight', 'Enter');
    await demo.told('moved 2x11x18x25');
    expect(await demo.said()).toBe('Red man takes 7, 15 and 22, lands on 25.');
  });

  it('are chosen landing by landing, back and forth', async () => {
    const demo = await open('scene=american-choice');
    await demo.click('2', '11', '11', '9', '25');
    await demo.told('moved 2x9x18x25');
  });

  it('are chosen by the line that is drawn', async () => {
    const demo = await open('scene=american-choice');
    await demo.drag('2', '11', '18', '25');
    await demo.told('moved 2x11x18x25');
  });

  it('may end where they began', async () => {
    const demo = await open('scene=american-chain');
    await demo.click('11', '11');
    await demo.told('moved 11x11');
  });

  it('of hops stop where they are clicked', async () => {
    const demo = await open('scene=star-six');
    await demo.click('e7', 'i5');
    await demo.told('moved e7-g7-i7-i5');
  });

  it('of hops can be built landing by landing', async () => {
    const demo = await open('scene=star-six');
    await demo.click('e7');
    await demo.page.keyboard.down('Shift');
    await demo.click('g7');
    await demo.page.keyboard.up('Shift');
    await demo.click('g7');
    await demo.told('moved e7-g7');
  });

  it('of hops are built by a finger that rests on a landing, and stop where it taps once more', async () => {
    const demo = await open('scene=star-six', { hasTouch: true, isMobile: true });
    const tap = async (label: string) => {
      const { x, y } = await demo.at(label);
      await demo.page.touchscreen.tap(x, y);
    };
    const devtools = await demo.page.context().newCDPSession(demo.page);
    await tap('e7');
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await demo.at('g7')] });
    await expect.poll(() => demo.page.locator('.board-way-landing').count(), patience).toBeGreaterThan(0);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await demo.page.locator('#told').textContent()).toBe('');
    await tap('i7');
    await demo.told('moved e7-g7-i7');
  });
});

describe('forced captures (AM-13)', () => {
  it('glow, and what is refused is told', async () => {
    const demo = await open('scene=american-forced');
    expect(await demo.page.locator('.board-glow').count()).toBe(1);
    await demo.click('9', '13');
    await demo.told('refused 9 13: you must capture; 15x22');
    expect(await demo.page.locator('.board-note').textContent()).toContain('you must capture');
  });
});

describe('the rest of the hand', () => {
  it('plays by keys alone', async () => {
    const demo = await open('scene=american');
    await demo.keys('Tab', 'PageDown', 'Enter', 'PageDown', 'Enter');
    await demo.told('moved 12-16');
  });

  it('asks before a move where that is wanted', async () => {
    const demo = await open('scene=american&confirms');
    await demo.click('11', '15');
    expect(await demo.answers()).toEqual(['Play', 'Back']);
    await demo.keys('Escape');
    await demo.click('11', '16');
    await demo.answers();
    await demo.keys('Enter');
    await demo.told('moved 11-16');
  });

  it('lays a move down in the opponent’s time, and takes it up again', async () => {
    const demo = await open('scene=american&hands=1');
    await demo.click('24', '19');
    await demo.told('premove 22-29');
    await demo.click('18');
    await demo.told('premove taken back');
  });

  it('puts pieces anywhere in an editor', async () => {
    const demo = await open('scene=american&edits');
    await demo.drag('11', '18');
    await demo.told('edited 45 27');
  });

  it('cuts short what is being shown, and every piece is where it belongs', async () => {
    const demo = await open('scene=american-choice&pace=calm');
    await demo.click('2', '11', '25');
    await demo.click('1');
    await demo.told('moved 2x11x18x25');
    await expect.poll(() => demo.page.evaluate(() => document.getAnimations().length), patience).toBe(0);
    const places = await demo.page.evaluate(() => ({
      drawn: [...document.querySelectorAll('.board-pieces > .piece')].map((piece) => piece.getAttribute('transform')).sort(),
      named: [...document.querySelectorAll('[role=gridcell]')]
        .filter((cell) => /man|king/.test(cell.getAttribute('aria-label') ?? ''))
        .map((cell) => {
          const area = cell.querySelector('rect');
          return `translate(${Number(area?.getAttribute('x')) + 50} ${Number(area?.getAttribute('y')) + 50})`;
        })
        .sort(),
    }));
    expect(places.drawn).toEqual(places.named);
  });

  it('moves nothing for those who asked for less motion', async () => {
    const demo = await open('scene=american&pace=calm', { reducedMotion: 'reduce' });
    await demo.click('11', '15');
    expect(await demo.page.evaluate(() => document.getAnimations().length)).toBe(0);
    await demo.told('moved 11-15');
  });
});

describe('to everyone', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

  for (const query of ['scene=american-choice&pick=2', 'scene=star-six', 'scene=canadian&shade=dark']) {
    it(`has nothing that the accessibility checks find: ${query}`, async () => {
      const demo = await open(query);
      await demo.page.evaluate(axe);
      const found = await demo.page.evaluate('axe.run().then((result) => result.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))');
      expect(found).toEqual([]);
    });
  }
});
