// From the first page to the end of a game by keys alone; whatever has the focus shows it.
import { expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { showsFocus, tabTo, walkTo } from './support/keyboard';
import { shortGames } from './support/play';
import { patience } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

it('a game at this screen, from the first page to its end', async () => {
  const player = await server.player();
  await player.goto('/');
  await tabTo(player, 'a[href="/here/american"]');
  await player.page.keyboard.press('Enter');
  await player.cell('9').waitFor();
  await tabTo(player, '[role=gridcell]');
  let number = 0;
  for (const move of shortGames.american.split(' ')) {
    const labels = move.split(/[-x]/);
    await walkTo(player, labels[0] ?? '');
    await player.page.keyboard.press('Enter');
    await walkTo(player, labels[labels.length - 1] ?? '');
    expect(await showsFocus(player)).toBe(true);
    await player.page.keyboard.press('Enter');
    number += 1;
    await player.sees(number);
  }
  await player.says(' won. ');
  await tabTo(player, 'a[href^="/here/american?like="]');
  await player.page.keyboard.press('Enter');
  await player.sees(0);
});

it.each([1440, 390])('on a screen %d wide Tab goes through the bar as the eye does', async (width) => {
  const player = await server.player({ viewport: { width, height: 800 } });
  await player.goto('/');
  if (width === 390) await player.button(say('shell.menu')).click();
  await player.page.locator('.skip').focus();
  const places: { readonly text: string; readonly left: number; readonly top: number; readonly bottom: number }[] = [];
  for (;;) {
    await player.page.keyboard.press('Tab');
    const place = await player.page.evaluate(() => {
      const at = document.activeElement;
      if (at?.closest('.bar') == null) return undefined;
      const { left, top, bottom } = at.getBoundingClientRect();
      return { text: at.textContent ?? '', left, top, bottom };
    });
    if (place === undefined) break;
    places.push(place);
  }
  expect(places.length).toBeGreaterThan(9);
  for (const [index, place] of places.entries()) {
    const before = places[index - 1];
    if (before !== undefined) expect(place.top >= before.bottom || place.left > before.left, `${before.text}, ${place.text}`).toBe(true);
  }
  const [signIn, lobby] = [say('nav.sign_in'), say('nav.lobby')].map((text) => places.findIndex((place) => place.text === text));
  expect(signIn! > lobby!).toBe(width === 1440);
});

it('the moves are spoken, stepped through and taken back', async () => {
  const player = await server.player();
  await player.goto('/here/american');
  await player.cell('11').waitFor();
  await tabTo(player, '[role=gridcell]');
  await walkTo(player, '11');
  await player.page.keyboard.press('Enter');
  const spoken = player.page.locator('.board [role=status]');
  expect(await spoken.textContent()).toBe('Red man on 11 picked up. It can go to: 15 and 16.');
  await walkTo(player, '15');
  await player.page.keyboard.press('Enter');
  await expect.poll(() => spoken.textContent(), patience).toBe('Red moves from 11 to 15.');
  await tabTo(player, '.step');
  await player.page.keyboard.press('ArrowLeft');
  await expect.poll(() => player.page.locator('.move[aria-current]').count(), patience).toBe(0);
  await expect.poll(() => spoken.textContent(), patience).toBe('Taken back: Red moves from 11 to 15.');
  const looking = player.page.locator('.told-here[role=status]');
  expect(await looking.textContent()).toBe('You’re viewing the position after move 0.');
  await player.page.keyboard.press('ArrowRight');
  await expect.poll(() => player.page.locator('.move[aria-current]').count(), patience).toBe(1);
  expect(await looking.textContent()).toBe('');
  await player.button('Take back').click();
  await expect.poll(() => spoken.textContent(), patience).toBe('Taken back: Red moves from 11 to 15.');
});

it('who is asked whether to resign has the careful answer under the next key, and stands where they were after it', async () => {
  const player = await server.player();
  await player.goto('/here/american?position=B:W22:B15,1');
  await player.click('1', '5');
  await player.sees(1);
  const here = () => player.page.evaluate(() => document.activeElement?.textContent);
  await player.button('Resign').press('Enter');
  await expect.poll(here, patience).toBe('No');
  await player.page.keyboard.press('Enter');
  await expect.poll(here, patience).toBe('Resign');
});

it('the menu, the languages and the shade on a phone', async () => {
  const player = await server.player({ viewport: { width: 360, height: 740 } });
  await player.goto('/');
  await tabTo(player, '.menu-button');
  await player.page.keyboard.press('Enter');
  await tabTo(player, '.choosers select');
  await player.page.keyboard.type('Magy');
  await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe('hu');
  await tabTo(player, '.shade-button');
  await player.page.keyboard.press('Enter');
  await expect.poll(() => player.page.locator('html').getAttribute('data-shade'), patience).toBe('light');
  await player.page.reload();
  await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe('hu');
});
