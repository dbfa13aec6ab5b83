// What the page says and does about rules: forced capture in every language, the choice between chains, premoves,
// and the star's rules that differ from server to server.
import { describe, expect, it } from 'vitest';
import english from '../../src/messages/en/messages';
import filipino from '../../src/messages/fil/messages';
import hungarian from '../../src/messages/hu/messages';
import icelandic from '../../src/messages/is/messages';
import { say, type MessageKey } from '../../src/messages/messages';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { inTurn } from './support/play';
import { patience, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

/** 18 must take 14; 31 could move, and may not. */
const forced = 'W:W18,31:B1,14';
/** 2 can take six men in two ways that end on 25. */
const choice = 'B:W6,7,14,15,22,26,32:B2,4,K12';

async function twoAt(position: string, game = 'american'): Promise<readonly [Player, Player]> {
  const [host, guest] = [await server.player(), await server.player()];
  await host.guest('Ada');
  await guest.page.goto(server.address + (await host.host({ game, position })));
  return inTurn(host, guest);
}

describe('forced capture is explained at the moment it matters (AM-13)', () => {
  it.each([
    ['en-GB', english],
    ['hu-HU', hungarian],
    ['is-IS', icelandic],
    ['fil-PH', filipino],
  ] as const)('to somebody who reads %s', async (locale, words) => {
    const player = await server.player({ locale });
    await player.goto(`/here/american?position=${encodeURIComponent(forced)}`);
    await player.cell('18').waitFor();
    expect(await player.page.locator('.board-glow').count()).toBe(1);
    await player.click('31');
    const notice = player.page.locator('.explanation .notice');
    await expect.poll(() => notice.locator('p').first().textContent(), patience).toContain(words['why.must_capture']);
    expect(await notice.locator('a').getAttribute('href')).toBe('/rules/american#AM-7');
    await player.click('18');
    await notice.waitFor({ state: 'detached' });
    await player.click('9');
    await player.sees(1);
    expect(await player.page.locator('html').getAttribute('lang')).toBe(locale.split('-')[0]);
  });

  it('to somebody who drags, at a table of the server', async () => {
    const [white, red] = await twoAt(forced);
    await white.drag('31', '27');
    await expect.poll(() => white.page.locator('.explanation').textContent(), patience).toContain('You must jump');
    await white.drag('18', '9');
    await red.sees(1);
  });

  it('to somebody who types', async () => {
    const player = await server.player();
    await player.goto(`/here/american?position=${encodeURIComponent(forced)}`);
    const field = await player.field();
    await field.fill('31-27');
    await field.press('Enter');
    await expect.poll(() => player.page.locator('.explanation').textContent(), patience).toContain('Rule AM-7');
    await field.fill('18x9');
    await field.press('Enter');
    await player.sees(1);
  });
});

describe('chains that end in the same place', () => {
  it.each(['click', 'drag'] as const)('are asked for by %s, and all see the one that was chosen', async (hand) => {
    const [red, white] = await twoAt(choice);
    await red.move(hand, '2', '25');
    const bubble = red.page.locator('.board-bubble');
    await bubble.waitFor();
    await expect.poll(() => bubble.getByRole('button').allTextContents(), patience).toEqual(['Takes 6, 14, and 22', 'Takes 7, 15, and 22', 'Back']);
    await bubble.getByRole('button', { name: 'Takes 7, 15, and 22' }).click();
    await white.sees(1);
    expect(await white.page.locator('.move').textContent()).toBe('2x11x18x25');
    expect(await white.cell('6').getAttribute('aria-label')).toContain('White man');
    expect(await white.cell('7').getAttribute('aria-label')).toContain('empty');
  });
});

describe('a premove', () => {
  it('is shown, and played when it has become legal', async () => {
    const [red, white] = await twoAt('B:W22,32:B9,1');
    await white.click('22', '18');
    await expect.poll(() => white.page.locator('.board-premove').count(), patience).toBe(2);
    await red.click('1', '5');
    await red.sees(2);
    await white.sees(2);
    expect(await red.page.locator('.move').allTextContents()).toEqual(['1-5', '22-18']);
    expect(await white.page.locator('.board-premove').count()).toBe(0);
  });

  it('is dropped when it has not', async () => {
    const [red, white] = await twoAt('B:W22,32:B14,1');
    await white.drag('32', '28');
    await expect.poll(() => white.page.locator('.board-premove').count(), patience).toBe(2);
    await red.click('14', '18'); // now 22 must capture
    await white.says('Your move');
    await white.sees(1);
    expect(await white.page.locator('.board-premove').count()).toBe(0);
    await white.click('22', '15');
    await red.sees(2);
  });

  it('goes by clicks onto one’s own piece too, which is taken before it comes', async () => {
    const [red, white] = await twoAt('B:W18,27,32:B14,1');
    await white.click('27', '18');
    await expect.poll(() => white.page.locator('.board-premove').count(), patience).toBe(2);
    await red.click('14', '23');
    await red.sees(2);
    await white.sees(2);
    expect(await red.page.locator('.move').allTextContents()).toEqual(['14x23', '27x18']);
  });

  it('cannot be sent where no answer makes it possible', async () => {
    const [, white] = await twoAt('B:W22,32:B9,1');
    await white.click('22', '15');
    await white.click('22', '18');
    await expect.poll(() => white.page.locator('.board-premove').count(), patience).toBe(2);
  });

  it('is taken back by another press', async () => {
    const [red, white] = await twoAt('B:W22,32:B9,1');
    await white.click('22', '18');
    await expect.poll(() => white.page.locator('.board-premove').count(), patience).toBe(2);
    await white.click('20');
    await expect.poll(() => white.page.locator('.board-premove').count(), patience).toBe(0);
    await red.click('1', '5');
    await white.says('Your move');
    await red.sees(1);
  });
});

describe('beside the star', () => {
  it('stands which hops, which rests and which goals are in force, each with its rule', async () => {
    const player = await server.player();
    await player.goto('/here/sternhalma:hop=super,goal=closed');
    const shown = player.page.locator('.in-force a');
    await shown.first().waitFor();
    expect(await shown.allTextContents()).toEqual(['option.hop.super', 'option.rest.home', 'option.goal.closed'].map((key) => say(key as MessageKey)));
    const links = await shown.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(links).toEqual(['/rules/sternhalma#CC-12', '/rules/sternhalma#CC-14', '/rules/sternhalma#CC-18']);
  });

  it('a refused move names its rule, and each player has the own point at the bottom', async () => {
    const [first, second] = await twoAt('', 'sternhalma');
    await first.drag('d5', 'g7');
    await expect.poll(() => first.page.locator('.explanation a').getAttribute('href'), patience).toMatch(/^\/rules\/sternhalma#CC-/);
    for (const [player, own, other] of [[first, 'a5', 'q13'], [second, 'q13', 'a5']] as const) {
      expect((await player.spot(own)).y).toBeGreaterThan((await player.spot(other)).y);
    }
  });
});
