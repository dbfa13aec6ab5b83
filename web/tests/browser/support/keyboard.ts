// Knows how a player gets around by keys alone, and that whatever has the focus shows it.
import { expect } from 'vitest';
import type { Player } from './player';

/** Whether what has the focus differs from how it looks without. */
export function showsFocus(player: Player): Promise<boolean> {
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
export async function tabTo(player: Player, selector: string): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    await player.page.keyboard.press('Tab');
    expect(await showsFocus(player), await player.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))).toBe(true);
    if (await player.page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}

export async function walkTo(player: Player, label: string): Promise<void> {
  const here = () => player.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let tries = 0; tries < 64; tries += 1) {
    if ((await here()).startsWith(`${label},`)) return;
    await player.page.keyboard.press('PageDown');
  }
  throw new Error(`no key leads to ${label} from ${await here()}`);
}
