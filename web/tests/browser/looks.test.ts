// What a player sets: the looks of board and pieces, coordinates, the question before a move, sound.
import { describe, expect, it } from 'vitest';
import type { Preferences } from '../../src/app/preferences/preferences';
import { looks, pieceLooks } from '../../src/board/types';
import { say } from '../../src/messages/messages';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { patience, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

/** As if it had been chosen in the settings. */
async function prefer(player: Player, wanted: Partial<Preferences>): Promise<void> {
  await player.page.evaluate((kept) => localStorage.setItem('crownstar.preferences', JSON.stringify(kept)), wanted);
}

async function choose(player: Player, group: string, name: string): Promise<void> {
  const choice = player.page.getByRole('group', { name: group }).locator('.look-choice', { hasText: name });
  await choice.click();
  await expect.poll(() => choice.locator('input').isChecked(), patience).toBe(true);
}

/** The least contrast between the letters of some elements and what is behind them. */
async function leastContrast(player: Player, selector: string): Promise<number> {
  return player.page.locator(selector).evaluateAll((elements) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    const luminance = (colour: string): number => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element: Element): string => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
      }
      return 'white';
    };
    const ratios = elements.map((element) => {
      const [low = 0, high = 0] = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    });
    return Math.min(...ratios);
  });
}

describe('looks', () => {
  it('of board and pieces are chosen apart, remembered, and worn in the game', async () => {
    const player = await server.player();
    await player.goto('/settings');
    await choose(player, say('settings.board'), say('settings.board.green'));
    await choose(player, say('settings.pieces'), say('settings.pieces.black'));
    await player.goto('/here/american');
    const board = player.page.locator('.board').first();
    for (const time of ['at once', 'when the page is loaded anew']) {
      await board.waitFor();
      expect(await board.getAttribute('class'), time).toMatch(/look-green pieces-black dark-is-black/);
      await player.says('Black');
      await player.page.reload();
    }
    await player.goto('/settings');
    await choose(player, say('settings.pieces'), say('settings.pieces.red'));
    await player.goto('/here/flying-king');
    await player.says('White');
    expect(await player.page.locator('.seat-who').allTextContents()).toContain('Red');
  });

  const worn = [...looks.map((board) => ({ board, pieces: 'wood' as const })), ...pieceLooks.map((pieces) => ({ board: 'diagram' as const, pieces }))];
  it.each(['/here/american', '/here/sternhalma:players=6'])('of every kind fit 320 pixels, and what stands around the board can be read: %s', async (path) => {
    const player = await server.player({ viewport: { width: 320, height: 640 } });
    const { page } = player;
    await player.goto('/settings');
    for (const [at, wears] of worn.entries()) {
      const shade = at % 2 === 0 ? 'dark' : 'light';
      await prefer(player, { ...wears, shade: wears.board === 'diagram' ? 'dark' : shade });
      await player.goto(path);
      await page.locator('.board .piece').first().waitFor({ state: 'attached' });
      const told = JSON.stringify(wears);
      const out = await page.locator('.board .piece').evaluateAll((drawn) => drawn.filter((piece) => piece.getBoundingClientRect().right > innerWidth || piece.getBoundingClientRect().left < 0).length);
      expect(out, told).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'scrolls sideways by').toBeLessThanOrEqual(0);
      expect(await leastContrast(player, '.table .button:not(:disabled), .seat-who, .table-state, .in-force a'), told).toBeGreaterThan(4.5);
    }
  });
});

/** The wood of each board as it came onto the page, before anything of it was painted. */
async function firstWood(player: Player): Promise<() => Promise<string[]>> {
  await player.page.addInitScript(() => {
    const first = new Map<Element, string>();
    new MutationObserver(() => {
      for (const defs of document.querySelectorAll('.board-ground > defs')) if (!first.has(defs)) first.set(defs, defs.innerHTML);
    }).observe(document, { childList: true, subtree: true });
    // In the order of the page, whichever board came first.
    Object.assign(window, { woodAtFirst: () => [...document.querySelectorAll('.board-ground > defs')].map((defs) => first.get(defs)) });
  });
  return () => player.page.evaluate(() => (window as unknown as { woodAtFirst: () => string[] }).woodAtFirst());
}

describe('the grain of the wood', () => {
  it.each(['/here/american', '/here/sternhalma', '/new/sternhalma', '/'])('is there with the first picture of a board, and nothing of it comes later: %s', async (path) => {
    const player = await server.player();
    const first = await firstWood(player);
    await player.goto(path);
    await player.page.locator('.board-ground').nth(path === '/' ? 2 : 0).waitFor({ state: 'attached' });
    await player.page.waitForLoadState('networkidle');
    // What a page puts off comes when it has nothing else to do.
    for (let turn = 0; turn < 5; turn += 1) await player.page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    const grounds = await player.page.locator('.board-ground').evaluateAll((all) =>
      all.map((ground) => {
        const isEmpty = (grained: Element) => {
          const [, id = ''] = /url\("?#([^")]+)/.exec(grained.getAttribute('fill') ?? '') ?? [];
          const tile = ground.querySelector(`#${id}`);
          return (ground.querySelector(tile?.getAttribute('href') ?? `#${id}`)?.querySelectorAll('.board-fibre').length ?? 0) === 0;
        };
        const grained = [...ground.querySelectorAll('.board-grain[fill], .board-grain > [fill]')];
        return { wood: ground.querySelector('defs')?.innerHTML, grained: grained.length > 2, empty: grained.filter(isEmpty).length };
      }),
    );
    expect(await first()).toEqual(grounds.map(({ wood }) => wood));
    expect(grounds.length).toBeGreaterThan(0);
    for (const { grained, empty } of grounds) expect({ grained, empty }).toEqual({ grained: true, empty: 0 });
    // And it is seen: without it the wood looks otherwise.
    const board = player.page.locator('.board-ground').first();
    const seen = await board.screenshot();
    await player.page.locator('.board-fibre').evaluateAll((all) => all.forEach((fibre) => fibre.remove()));
    expect(seen.equals(await board.screenshot())).toBe(false);
  });
});

describe('the other settings', () => {
  it('show the numbers of the squares or leave them out', async () => {
    const player = await server.player();
    await player.goto('/here/american');
    const labels = player.page.locator('.board-label');
    await labels.first().waitFor({ state: 'attached' });
    expect(await labels.count()).toBe(32);
    await player.goto('/settings');
    await player.page.getByLabel(say('settings.coordinates')).uncheck();
    await player.goto('/here/american');
    await player.page.locator('.board .piece').first().waitFor({ state: 'attached' });
    expect(await labels.count()).toBe(0);
  });

  it('ask before a move is made', async () => {
    const player = await server.player();
    await player.goto('/settings');
    await player.page.getByLabel(say('settings.confirm')).check();
    await player.goto('/here/american');
    await player.click('11', '15');
    const question = player.page.locator('.board-bubble');
    await question.getByRole('button', { name: say('board.cancel') }).click();
    await question.waitFor({ state: 'detached' });
    expect(await player.page.locator('.move').count()).toBe(0);
    await player.click('11', '15');
    await question.getByRole('button', { name: say('board.play') }).click();
    await player.sees(1);
  });

  it('let moves be heard from the first touch on, and not where that is unwanted', async () => {
    const player = await server.player({ reducedMotion: 'no-preference' });
    await player.page.addInitScript(() => {
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...when) {
        const { dataset } = document.documentElement;
        dataset['sounds'] = String(Number(dataset['sounds'] ?? 0) + 1);
        start.apply(this, when);
      };
    });
    const heard = async () => Number((await player.page.locator('html').getAttribute('data-sounds')) ?? 0);
    await player.goto('/here/flying-king');
    await player.click('22', '17');
    await expect.poll(heard, patience).toBeGreaterThan(0);
    await player.goto('/settings');
    await player.page.getByLabel(say('settings.sound')).selectOption('none');
    await player.goto('/here/american');
    await player.click('11', '15');
    await player.sees(1);
    await player.page.locator('.board-trail-to').waitFor({ state: 'attached' });
    expect(await heard()).toBe(0);
  });
});
