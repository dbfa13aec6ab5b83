// A game between two people on a phone held upright: whatever waits for an answer and whatever was said is in sight.
import { expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { patience, type Player } from './support/player';

let server: TestServer;
keepServer((opened) => (server = opened));

const phone = (height: number, width = 390) => ({ hasTouch: true, isMobile: true, viewport: { width, height } });
const onScreen = { kind: 'fischer', main_ms: 600_000, step_ms: 5000 } as const;

/** Ada on a phone and Béla at a desk, two moves into a game; Ada is to move. */
async function twoAt(height: number, width?: number): Promise<readonly [Player, Player]> {
  const [ada, bela] = [await server.player(phone(height, width)), await server.player()];
  await ada.guest('Ada');
  await bela.guest('Béla');
  const path = await ada.host({ game: 'american', clocks: [onScreen] });
  await bela.page.goto(server.address + path);
  await ada.says(say('table.turn.you'));
  await ada.tap('11', '15', false);
  await bela.says(say('table.turn.you'));
  await bela.click('22', '18');
  await ada.sees(2);
  return [ada, bela];
}

/** Seen whole without scrolling: inside the window, with nothing over its middle. */
async function isInSight(player: Player, name: string): Promise<boolean> {
  const button = player.button(name);
  await button.waitFor();
  return button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && over !== null && element.contains(over);
  });
}

const stepsTo = (player: Player) => player.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

it.each([[390, 844], [390, 664], [320, 568]])('offers of a draw, of a takeback and of another game are in sight at %i by %i', async (width, height) => {
  const [ada, bela] = await twoAt(height, width);
  const board = async () => (await ada.page.locator('.table-board').boundingBox())?.y;
  const before = await board();
  await bela.button(say('table.draw')).click();
  await expect.poll(() => isInSight(ada, say('table.accept')), patience).toBe(true);
  expect(await isInSight(ada, say('table.decline'))).toBe(true);
  expect(await isInSight(ada, say('table.resign')), 'the row below stays').toBe(true);
  expect(await board(), 'the board stays').toBe(before);
  expect(await ada.page.getByRole('alert').textContent()).toContain(say('table.draw.offered', { name: 'Béla' }));
  await stepsTo(ada);
  expect(await isInSight(ada, say('table.accept')), 'also at the end of the page').toBe(true);
  await ada.button(say('table.decline')).click();
  await bela.button(say('table.takeback')).click();
  await expect.poll(() => isInSight(ada, say('table.accept')), patience).toBe(true);
  await ada.button(say('table.decline')).click();
  await bela.button(say('table.resign')).click();
  await bela.button(say('shell.yes')).click();
  await ada.says(say('table.won.you'));
  await ada.page.evaluate(() => scrollTo(0, 0));
  await bela.button(say('table.rematch')).click();
  await expect.poll(() => isInSight(ada, say('table.accept')), patience).toBe(true);
});

it('what may be claimed of a player who has left is in sight', async () => {
  const [ada, bela] = await twoAt(664);
  await bela.page.context().close();
  await ada.page.locator('.asked').getByRole('timer').waitFor();
  const names = ada.page.locator('.asked').getByRole('button');
  await ada.button(say('table.claim.win')).waitFor();
  expect(await names.count()).toBeGreaterThan(1);
  // A question takes no press at first.
  for (const name of await names.allTextContents()) await expect.poll(() => isInSight(ada, name), { ...patience, message: name }).toBe(true);
});

it('what can be done stays in sight while the line is lost', async () => {
  const [ada] = await twoAt(664);
  await ada.page.context().setOffline(true);
  const notice = ada.page.locator('.line-notice');
  await notice.waitFor();
  // It lets presses through: what lies below it is not found by pressing there.
  const foot = await notice.evaluate((element) => element.getBoundingClientRect().bottom);
  const tops = await ada.page.locator('.actions .button, .steps > .step:visible').evaluateAll((found) => found.map((one) => one.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(3);
  expect(foot).toBeLessThanOrEqual(Math.min(...tops));
});

it('among computers the row below keeps its place while their moves are shown, and is one row', async () => {
  const player = await server.player({ ...phone(844), reducedMotion: 'no-preference' });
  await player.guest('Ada');
  await player.host({ game: 'sternhalma:players=6', seats: [{ t: 'me' }, ...Array.from({ length: 5 }, () => ({ t: 'engine', engine: 'casual' }) as const)] });
  const moves = async (from: string, to: string, sees: number) => {
    await player.says(say('table.turn.you'));
    await player.tap(from, to, false);
    await player.sees(sees);
  };
  await moves('d5', 'e5', 6);
  await player.says(say('table.turn.you'));
  const seen = await player.page.evaluateHandle(() => {
    const places = new Set<string>();
    const look = () => {
      const [steps, row] = ['.moves > .steps', '.actions > .row'].map((kind) => document.querySelector(kind)?.getBoundingClientRect());
      if (steps !== undefined && row !== undefined) places.add(`${Math.round(row.left)}, ${steps.right < row.left - 0.1 ? 'apart' : 'together'}`);
      requestAnimationFrame(look);
    };
    look();
    return places;
  });
  await moves('d6', 'd5', 12);
  await player.says(say('table.turn.you'));
  const places = await seen.evaluate((found) => [...found]);
  expect(places).toEqual([expect.stringContaining('together')]);
  await player.page.getByRole('button', { name: say('table.back'), exact: true }).tap();
  await player.button(say('table.onward')).waitFor();
  expect(await seen.evaluate((found) => [...found].filter((place) => place.includes('apart'))), 'nor beside what leads on').toEqual([]);
});

async function says(player: Player, text: string): Promise<void> {
  await player.page.getByLabel(say('table.chat.write')).fill(text);
  await player.page.getByLabel(say('table.chat.write')).press('Enter');
}

it.each([[390, 844], [390, 664]])('what was said is counted in sight until it is seen, at %i by %i', async (width, height) => {
  const [ada, bela] = await twoAt(height, width);
  const told = (count: number) => `${say('table.chat')}: ${say('table.chat.unread', { count })}`;
  const sign = ada.page.locator('.talk-unread');
  const log = ada.page.getByRole('log');
  await log.waitFor();
  expect(await sign.count()).toBe(0);
  await says(bela, 'Good luck');
  await expect.poll(() => isInSight(ada, told(1)), patience).toBe(true);
  await says(bela, 'and a good game');
  await expect.poll(() => isInSight(ada, told(2)), patience).toBe(true);
  await ada.page.reload();
  await expect.poll(() => isInSight(ada, told(2)), patience).toBe(true);
  await sign.tap();
  await expect.poll(() => sign.count(), patience).toBe(0);
  const box = await log.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? height)).toBeLessThanOrEqual(height - 56);
  await says(bela, 'seen at once');
  await log.getByText('seen at once').waitFor();
  await says(ada, 'Thank you');
  await log.getByText('Thank you').waitFor();
  expect(await sign.count()).toBe(0);
});
