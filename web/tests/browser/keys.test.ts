// From the first page to the end of a game by keys alone; whatever has the focus shows it.
import { expect, it } from 'vitest';
import type { House } from './house';
import { keepHouse } from './kept_house';
import { shortGames } from './play';
import { patience, type Player } from './player';

let house: House;

keepHouse((opened) => (house = opened));

/** Whether what has the focus differs from how it looks without. */
function showsFocus(player: Player): Promise<boolean> {
  return player.page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return false;
    if (at.getAttribute('role') === 'grid') return false;
    const cell = at.querySelector(':scope > .board-cell-focus');
    const style = getComputedStyle(cell ?? at);
    if (cell !== null) return style.display !== 'none' && style.strokeWidth !== '0px' && style.stroke !== 'none' && style.opacity !== '0' && style.visibility === 'visible';
    return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
  });
}

/** Goes on by Tab until it has come to what is looked for. */
async function tabTo(player: Player, selector: string): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    await player.page.keyboard.press('Tab');
    expect(await showsFocus(player), await player.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))).toBe(true);
    if (await player.page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}

async function walkTo(player: Player, label: string): Promise<void> {
  const here = () => player.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let tries = 0; tries < 64; tries += 1) {
    if ((await here()).startsWith(`${label},`)) return;
    await player.page.keyboard.press('PageDown');
  }
  throw new Error(`no key leads to ${label} from ${await here()}`);
}

it('a game at this screen, from the first page to its end', async () => {
  const player = await house.player();
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

it('the moves are spoken, stepped through and taken back', async () => {
  const player = await house.player();
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
  const player = await house.player();
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
  const player = await house.player({ viewport: { width: 360, height: 740 } });
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
