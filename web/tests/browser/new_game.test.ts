// The form for a new game, and what people at one screen have: values that go together, fields named by their names alone,
// clocks, and a board that turns to whoever is to move.
import { expect, it } from 'vitest';
import { say } from '../../src/words/words';
import type { House } from './house';
import { keepHouse } from './kept_house';
import { patience, type Player } from './player';

let house: House;
keepHouse((opened) => (house = opened));

const field = ({ page }: Player, name: string) => page.getByRole('combobox', { name, exact: true });
const values = (player: Player, name: string) =>
  field(player, name).evaluate((select) => [...(select as HTMLSelectElement).options].map(({ value }) => value));

it('only values that go with the others are offered, and what no longer fits is as usual again', async () => {
  const player = await house.player();
  await player.goto('/new/sternhalma');
  await field(player, say('option.sets')).selectOption('3');
  await field(player, say('option.players')).selectOption('6');
  await expect.poll(() => values(player, say('option.sets')), patience).toEqual(['']);
  expect(await field(player, say('option.sets')).isDisabled()).toBe(true);
  expect(await values(player, say('option.teams'))).toEqual(['', 'opposite']);
  await player.button(say('start.begin')).click();
  await player.page.locator('.seat').nth(5).waitFor();
});

it('a hint describes its field and is no part of its name', async () => {
  const player = await house.player();
  await player.goto('/new/sternhalma');
  const players = field(player, say('option.players'));
  const hint = await players.getAttribute('aria-describedby');
  expect(await player.page.locator(`[id="${hint ?? ''}"]`).textContent()).toContain(say('option.players.about'));
});

it('people at one screen have clocks where they want them', async () => {
  const player = await house.player();
  await player.goto('/new/american?with=here');
  await field(player, say('start.clock')).selectOption('blitz');
  await player.button(say('start.begin')).click();
  await player.page.locator('.clock').nth(1).waitFor();
  expect(await player.page.locator('.clock.is-running').count()).toBe(0); // a first move is not timed
  for (const [from = '', to = ''] of [['11', '15'], ['22', '18']]) await player.click(from, to);
  await player.sees(2);
  await player.page.locator('.seats-own .clock.is-running').waitFor();
});

it('the board turns to whoever is to move where that is wanted', async () => {
  const player = await house.player();
  await player.goto('/here/american');
  const isRedBelow = async () => (await player.spot('1')).y > (await player.spot('32')).y;
  expect(await isRedBelow()).toBe(true);
  await player.click('11', '15');
  await player.sees(1);
  expect(await isRedBelow()).toBe(true);
  await player.page.getByLabel(say('table.turns')).check();
  await expect.poll(isRedBelow, patience).toBe(false);
  await player.click('22', '18');
  await player.sees(2);
  await expect.poll(isRedBelow, patience).toBe(true);
});
