// The star with many seats can be followed: each reply of five computers is shown to its end, in order, and nothing stays behind.
import { expect, it } from 'vitest';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { say } from '../../src/messages/messages';
import { patience, until, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

const six = 'sternhalma:players=6';

interface Motion {
  readonly set: number;
  readonly isWhole: boolean; // it came to its end by itself
}

/** Notes each motion of a piece from before the page begins. */
async function watched(): Promise<Player> {
  const player = await server.player({ reducedMotion: 'no-preference' });
  await player.page.addInitScript(() => {
    const motions: { set: number; isWhole: boolean }[] = [];
    Object.assign(window, { motions });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const made = animate.call(this, frames, options);
      const set = /piece-set-(\d)/.exec(this.getAttribute('class') ?? '')?.[1];
      if (set === undefined || typeof options !== 'object') return made;
      const wanted = Number(options.duration ?? 0);
      let isWhole = true;
      // By the motion's own time, which stands still for a page that a busy machine lets wait.
      made.finish = () => {
        isWhole &&= Number(made.currentTime ?? 0) > wanted - 25;
        Animation.prototype.finish.call(made);
      };
      void made.finished.then(() => motions.push({ set: Number(set), isWhole }));
      return made;
    };
  });
  return player;
}

const motionsOf = (player: Player): Promise<Motion[]> => player.page.evaluate(() => (window as unknown as { motions: Motion[] }).motions);

/** One after the other, whichever piece has hopped how often. */
const movers = (motions: readonly Motion[]): number[] => motions.map(({ set }) => set).filter((set, at, all) => set !== all[at - 1]);

async function amongComputers(player: Player): Promise<void> {
  await player.guest('Ada');
  await player.host({ game: six });
  await player.button(say('table.fill')).click();
  await player.says(say('table.turn.you'));
}

/** How many pieces are drawn, on how many places: where one lies on another these differ. */
function drawnOf(player: Player): Promise<{ pieces: number; places: number; trails: number }> {
  return player.page.evaluate(() => {
    const places = [...document.querySelectorAll('.board-pieces > .piece')].map((piece) => piece.getAttribute('transform'));
    return { pieces: places.length, places: new Set(places).size, trails: document.querySelectorAll('.board-trail-move').length };
  });
}

async function moveOne(player: Player): Promise<void> {
  const own = await player.page.locator('.board-cell-own[aria-label*="can move"]').first().getAttribute('aria-label');
  await player.click(own?.split(',')[0] ?? '');
  const target = await player.page.locator('.board-cell-target').first().getAttribute('aria-label');
  await player.click(target?.split(',')[0] ?? '');
}

it('five replies that come at once are seen one after the other, none cut short, each with its trail and its seat lit', async () => {
  const player = await watched();
  await amongComputers(player);
  // What the table says, with the move that its board shows just then, and how many colours have come to rest.
  const said = await player.page.evaluateHandle(() => {
    const told: [text: string, shown: number, colours: number][] = [];
    const { motions } = window as unknown as { motions: Motion[] };
    const state = document.querySelector('.table-state');
    if (state === null) throw new Error('a table has a state');
    const shown = () => [...document.querySelectorAll('.move')].findIndex((move) => move.hasAttribute('aria-current')) + 1;
    new MutationObserver(() => told.push([state.textContent ?? '', shown(), new Set(motions.map(({ set }) => set)).size])).observe(state, { childList: true, characterData: true, subtree: true });
    return told;
  });
  await moveOne(player);
  await player.sees(6);
  const lit = new Set<string>();
  await until(
    async () => {
      lit.add((await player.page.locator('.seat.is-turn .disc').getAttribute('class')) ?? '');
      return movers(await motionsOf(player)).length;
    },
    (found) => found === 6,
    'six motions',
  );
  const motions = await motionsOf(player);
  expect(movers(motions)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(motions.filter(({ isWhole }) => !isWhole)).toEqual([]);
  expect(lit.size).toBeGreaterThanOrEqual(5);
  const ownTurn = async () => (await said.jsonValue()).filter(([text]) => text === say('table.turn.you'));
  await expect.poll(ownTurn, { ...patience, message: 'one’s turn, once the others have been seen' }).toEqual([[say('table.turn.you'), 6, 6]]);
  await expect.poll(() => player.page.locator('.board-trail-move').count(), patience).toBe(6);
});

it('a typed move does not wait until the replies before it have been shown', async () => {
  const player = await watched();
  await amongComputers(player);
  const field = await player.field();
  await field.fill('d5-e5');
  await field.press('Enter');
  await player.sees(6);
  await field.fill('d8-e9');
  await field.press('Enter');
  await player.sees(12);
});

it('the last round is shown again, by a button and by a key, and a tap shows the board as it stands', async () => {
  const player = await watched();
  await amongComputers(player);
  await moveOne(player);
  await player.sees(6);
  await expect.poll(async () => movers(await motionsOf(player)).length, patience).toBe(6);
  for (const replay of [() => player.button(say('table.replay')).click(), () => player.page.keyboard.press('r')]) {
    const before = (await motionsOf(player)).length;
    await replay();
    await expect.poll(async () => movers((await motionsOf(player)).slice(before)).slice(-6), patience).toEqual([1, 2, 3, 4, 5, 6]);
  }
  await player.page.keyboard.press('r');
  await expect.poll(() => player.page.locator('.board-trail-move').count(), patience).toBeLessThan(6);
  await moveOne(player);
  await player.sees(12);
});

it('CC-22: after resigning among computers one’s pieces are gone, and the rest comes without pieces on each other or old trails', async () => {
  const player = await watched();
  await amongComputers(player);
  await moveOne(player);
  await moveOne(player);
  await player.button(say('table.resign')).click();
  await player.button(say('shell.yes')).click();
  await until(() => player.page.locator('.move').count(), (found) => found > 60, 'the others play on');
  // The board shows one move after the other: the resignation comes in its turn.
  await expect.poll(() => drawnOf(player), patience).toMatchObject({ pieces: 50, places: 50 });
  expect(await player.page.locator('.seat.is-out').count()).toBe(1);
  expect(await player.page.locator('.seat.is-out .seat-home').count(), 'no piece is left to come home').toBe(0);
  for (let look = 0; look < 20; look += 1) {
    const drawn = await drawnOf(player);
    expect(drawn).toMatchObject({ pieces: 50, places: 50 });
    expect(drawn.trails).toBeLessThanOrEqual(5);
    await player.picture();
  }
  // None is passed over: each board between has one move more than the one before.
  const shown = () => player.page.evaluate(() => [...document.querySelectorAll('.move')].findIndex((move) => move.hasAttribute('aria-current')) + 1);
  const first = await shown();
  await until(shown, (ply) => ply >= first + 3, 'the next moves are shown');
  expect((await motionsOf(player)).filter(({ isWhole }) => !isWhole), 'nor cut short').toEqual([]);
  await until(() => player.page.locator('.move').count(), (found) => found > first + 60, 'the game runs ahead of the board');
  await player.button(say('table.to_end')).click();
  await player.says(say('table.won', { name: '' }).trim());
  expect(await player.button(say('table.to_end')).count()).toBe(0);
  await expect.poll(() => drawnOf(player), patience).toMatchObject({ pieces: 50, places: 50 });
  expect(await player.page.locator('.board-goal, .board-goal-name').count(), 'who is out has no goal').toBe(0);
  // The number of a round stands in one line with its moves: below them it would make the row 7 higher.
  const rows = await player.page.locator('.move-list li:has(.no-move:first-child)').evaluateAll((all) => all.map((row) => row.clientHeight - (row.firstElementChild?.clientHeight ?? 0)));
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((more) => more > 3)).toEqual([]);
  // Whoever looks at it later sees the place, and not that somebody has gone whom nobody waits for.
  const watcher = await server.player();
  await watcher.goto(new URL(player.page.url()).pathname);
  await player.page.context().close();
  const gone = watcher.page.locator('.seat.is-gone');
  await gone.waitFor();
  expect(await gone.textContent()).toContain(say('table.place', { place: 6 }));
  expect(await gone.textContent()).not.toContain(say('table.away'));
});
