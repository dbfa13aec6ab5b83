// The form for a new game, and what people at one screen have: values that go together, fields named by their names alone,
// clocks, and a board that turns to whoever is to move.
import { expect, it } from 'vitest';
import { namedLevels } from '../../../src/app/beginning';
import { languages, say, type MessageKey } from '../../../src/messages/messages';
import { levelIds } from '../../../src/rules/level_ids';
import type { MatchList } from '../../../src/wire';
import { password } from '../support/accounts';
import type { TestServer } from '../support/test_server';
import { keepServer } from '../support/kept_server';
import { patience, type Player } from '../support/player';

let server: TestServer;
keepServer((opened) => (server = opened));

const field = ({ page }: Player, name: string) => page.getByRole('combobox', { name, exact: true });
const values = (player: Player, name: string) =>
  field(player, name).evaluate((select) => [...(select as HTMLSelectElement).options].map(({ value }) => value));

/** In the newest of one's games. */
const ownSeat = async (player: Player) => (await player.get<MatchList>('/api/me/matches')).matches[0]?.seat;

it('only values that go with the others are offered, and what no longer fits is as usual again', async () => {
  const player = await server.player();
  await player.goto('/new/sternhalma');
  await field(player, say('option.sets')).selectOption('3');
  await field(player, say('option.players')).selectOption('6');
  await expect.poll(() => values(player, say('option.sets')), patience).toEqual(['']);
  expect(await field(player, say('option.sets')).isDisabled()).toBe(true);
  expect(await values(player, say('option.teams'))).toEqual(['', 'opposite']);
  await player.button(say('start.begin')).click();
  await player.page.locator('.seat').nth(5).waitFor();
});

it('on a wide screen the board that comes of the choices is in sight beside them, seen from the chosen side', async () => {
  const player = await server.player({ viewport: { width: 1440, height: 900 } });
  await player.goto('/new/sternhalma');
  const board = player.page.locator('.new-game-picture .board');
  const pieces = board.locator('.board-pieces > .piece');
  await expect.poll(() => pieces.count(), patience).toBe(30);
  await field(player, say('option.players')).selectOption('6');
  await expect.poll(() => pieces.count(), patience).toBe(60);
  const lowest = () => pieces.evaluateAll((all) => all.map((piece) => [piece.getBoundingClientRect().bottom, piece.getAttribute('class') ?? ''] as const).sort(([one], [other]) => other - one)[0]?.[1]);
  await expect.poll(lowest, patience).toContain('piece-set-1');
  await field(player, say('start.seat')).selectOption('2');
  await expect.poll(lowest, patience).toContain('piece-set-3');
  await field(player, say('start.game')).selectOption('american');
  await expect.poll(() => pieces.count(), patience).toBe(24);
  const [form, shown] = [await player.page.locator('.new-game-parts > :first-child').boundingBox(), await board.boundingBox()];
  expect(shown?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
  expect((shown?.y ?? 0) + (shown?.height ?? 900)).toBeLessThanOrEqual(900);
  await player.page.setViewportSize({ width: 390, height: 844 });
  expect(await board.isVisible()).toBe(false);
});

it.each(Object.keys(languages))('on the smallest screen every choice is read whole in %s', async (language) => {
  const player = await server.player({ viewport: { width: 320, height: 640 } });
  await player.page.addInitScript((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
  for (const path of ['/new/sternhalma', '/new/american', '/settings']) {
    await player.goto(path);
    await expect.poll(() => player.page.locator('html').getAttribute('lang'), patience).toBe(language);
    await player.page.locator('.choice').first().waitFor();
    for (const summary of await player.page.locator('.more-rules:not([open]) > summary').all()) await summary.click();
    // The browser's own box would cut them: they are shown by the text under it, whichever is chosen.
    const cut = await player.page.locator('.choice').evaluateAll((choices) =>
      choices.flatMap((choice) => {
        const [select, shown] = [choice.querySelector('select'), choice.querySelector('.choice-shown')];
        if (select === null || shown === null || getComputedStyle(select).opacity !== '0') return ['no choice'];
        const chosen = select.selectedOptions[0]?.text ?? '';
        if (shown.textContent !== chosen) return [`${chosen} is shown as ${shown.textContent}`];
        const text = shown.firstChild as Text;
        return [...select.options].filter((option) => {
          text.data = option.text;
          const letters = document.createRange();
          letters.selectNodeContents(text);
          const [box, inside] = [shown.getBoundingClientRect(), letters.getBoundingClientRect()];
          return inside.left < box.left || inside.right > box.right - 20 || inside.bottom > box.bottom || box.right > innerWidth;
        }).map((option) => option.text);
      }),
    );
    expect(cut, path).toEqual([]);
  }
});

it('strength and side are chosen beside the button that begins, and remembered', async () => {
  const player = await server.player();
  const card = player.page.locator('section[aria-labelledby="featured-american"]');
  await player.goto('/');
  const levels = card.getByRole('combobox', { name: say('start.level') });
  expect(await levels.locator('option').allTextContents()).toEqual([...namedLevels.map((level) => say(`level.${level}` as MessageKey)), say('level.more')]);
  for (const [label, shown] of [[say('start.level'), say('level.casual')], [say('start.seat'), say('side.random')]] as const) {
    const box = card.locator('.choice', { hasText: label }).locator('.choice-shown');
    expect(await box.evaluate((it) => (it as HTMLElement).innerText.split('\n')), 'what is chosen says what it is').toEqual([label, shown]);
  }
  await levels.selectOption({ label: say('level.more') });
  expect(await levels.locator('option').allTextContents(), 'from the weakest to the strongest').toEqual(levelIds.map((level) => say(`level.${level}` as MessageKey)));
  expect(await levels.inputValue(), 'as it was').toBe('casual');
  await levels.selectOption('expert');
  await card.getByRole('combobox', { name: say('start.seat') }).selectOption('light');
  await player.goto('/');
  expect(await card.getByRole('combobox', { name: say('start.level') }).inputValue()).toBe('expert');
  await card.getByRole('button', { name: say('home.computer') }).click();
  await player.page.locator('.seat', { hasText: say('level.expert') }).waitFor();
  expect(await ownSeat(player)).toBe(1); // Red moves first
});

it('a star for as many players as the card says', async () => {
  const player = await server.player();
  await player.goto('/');
  const card = player.page.locator('section[aria-labelledby="featured-sternhalma"]');
  await card.getByRole('combobox', { name: say('home.players') }).selectOption('3');
  await card.getByRole('button', { name: say('home.computer') }).click();
  await player.page.locator('.seat').nth(2).waitFor();
  expect(await player.page.locator('.seat').count()).toBe(3);
});

it('one sits where one wants to, whoever the others are', async () => {
  const player = await server.player();
  for (const [company, verb] of [['computer', say('start.begin')], ['friend', say('start.begin.friend')], ['anyone', say('start.begin.anyone')]] as const) {
    await player.goto(`/new/american?with=${company}`);
    await field(player, say('start.seat')).selectOption('1');
    await player.button(verb).click();
    await player.page.locator('.seat').nth(1).waitFor();
    expect(await ownSeat(player), company).toBe(1);
  }
});

it('the rules that matter stand first, the rest behind them', async () => {
  const player = await server.player();
  await player.goto('/new/sternhalma');
  await field(player, say('option.hop')).waitFor();
  expect(await field(player, say('option.goal')).isVisible()).toBe(false);
  await player.page.getByText(say('start.options.more')).click();
  await field(player, say('option.goal')).waitFor();
  await player.goto(`/new/${encodeURIComponent('sternhalma:goal=closed')}`);
  await field(player, say('option.goal')).waitFor(); // what was chosen is seen
});

it('the further rules stay as the player left them, by mouse or keyboard, and are folded for another game', async () => {
  const player = await server.player();
  await player.goto('/new/sternhalma');
  const goal = field(player, say('option.goal'));
  const more = player.page.locator('.more-rules > summary');
  await more.focus();
  await player.page.keyboard.press('Enter');
  await goal.selectOption('closed');
  await goal.selectOption('');
  expect(await goal.isVisible(), 'not closed under one’s hand').toBe(true);
  expect(await goal.evaluate((select) => select === document.activeElement || select.closest('details')?.open)).toBe(true);
  await more.click();
  await goal.waitFor({ state: 'hidden' });
  await field(player, say('option.hop')).selectOption('super');
  expect(await goal.isVisible()).toBe(false);
  await more.click();
  await goal.selectOption('closed');
  await field(player, say('start.game')).selectOption('american');
  await field(player, say('start.game')).selectOption('sternhalma');
  await more.waitFor();
  expect(await goal.isVisible()).toBe(false);
  await more.click();
  expect(await goal.inputValue(), 'chosen for the game before').toBe('');
});

it('a handicap of a colour that plays no more is gone, and that is said', async () => {
  const player = await server.player();
  await player.goto(`/new/${encodeURIComponent('sternhalma:players=6,handicap=2-3')}`);
  const yellow = player.page.getByRole('spinbutton', { name: say('seat.set.2') });
  expect(await yellow.inputValue()).toBe('3');
  await field(player, say('option.players')).selectOption('3');
  await player.page.getByText(say('start.handicap.again')).waitFor();
  expect(await yellow.count()).toBe(0);
});

it('a seat that the game has no more is drawn', async () => {
  const player = await server.player();
  await player.goto(`/new/${encodeURIComponent('sternhalma:players=6')}`);
  await field(player, say('start.seat')).selectOption('5');
  await field(player, say('option.players')).selectOption('');
  await expect.poll(() => field(player, say('start.seat')).inputValue(), patience).toBe('');
  await player.button(say('start.begin')).click();
  await player.page.locator('.seats-own .seat').waitFor();
  expect(await ownSeat(player)).toBeLessThan(2);
  await player.goto('/here/american?against=computer&seat=7');
  await player.page.locator('.seats-own .seat').getByText(say('table.you'), { exact: true }).waitFor();
});

it('another game on this device begins where the last one did, with the other colour', async () => {
  const player = await server.player();
  await player.goto(`/here/american?against=computer&level=first-steps&seat=0&position=${encodeURIComponent('B:W18,32:B15,4')}`);
  await player.page.locator('.seats-own').getByText(say('seat.Red')).waitFor();
  await player.click('15', '22');
  await player.button(say('table.resign')).click();
  await player.button(say('shell.yes')).click();
  await player.page.getByRole('link', { name: say('table.rematch') }).click();
  await player.page.locator('.seats-own').getByText(say('seat.White')).waitFor();
  expect(await player.page.locator('.board-pieces > .piece').count()).toBeLessThanOrEqual(4);
});

it('a hint describes its field and is no part of its name', async () => {
  const player = await server.player();
  await player.goto('/new/sternhalma');
  const hop = field(player, say('option.hop'));
  const hint = await hop.getAttribute('aria-describedby');
  expect(await player.page.locator(`[id="${hint ?? ''}"]`).textContent()).toContain(say('option.hop.about'));
  // How many play needs no words but its name.
  expect(await field(player, say('option.players')).getAttribute('aria-describedby')).toBeNull();
});

it('people at one screen have clocks where they want them', async () => {
  const player = await server.player();
  await player.goto('/new/american?with=here');
  await field(player, say('start.clock')).selectOption('blitz');
  await player.button(say('start.begin')).click();
  await player.page.locator('.clock').nth(1).waitFor();
  expect(await player.page.locator('.clock.is-running').count()).toBe(0); // a first move is not timed
  for (const [from = '', to = ''] of [['11', '15'], ['22', '18']]) await player.click(from, to);
  await player.sees(2);
  await player.page.locator('.seats-own .clock.is-running').waitFor();
});

it('a clock goes on from what it was when the page is loaded again in the middle of a turn', async () => {
  const player = await server.player();
  await player.page.clock.install();
  await player.goto('/here/american?clock=fischer-300-0');
  for (const [from = '', to = ''] of [['11', '15'], ['22', '18']]) await player.click(from, to);
  await player.sees(2);
  const left = () => player.page.locator('.seats-own .clock').textContent();
  await player.page.clock.fastForward(100_000);
  await expect.poll(left, patience).toContain('3:1');
  await player.page.reload();
  await player.sees(2);
  expect(await left()).toContain('3:1');
});

it('seconds a turn are offered where many play, with the computer at hand that moves for who misses one', async () => {
  const player = await server.player();
  await player.goto('/new/sternhalma?with=anyone');
  expect(await values(player, say('start.clock'))).not.toContain('turn');
  await field(player, say('option.players')).selectOption('4');
  await expect.poll(() => values(player, say('start.clock')), patience).toContain('turn');
  await field(player, say('start.clock')).selectOption('turn');
  await player.page.getByRole('radio', { name: say('start.with.here') }).check();
  await expect.poll(() => values(player, say('start.clock')), patience).not.toContain('turn');
  await player.page.getByRole('radio', { name: say('start.with.anyone') }).check();
  await expect.poll(() => field(player, say('start.clock')).inputValue(), patience).toBe('turn');
  await player.button(say('start.begin.anyone')).click();
  await player.says(say('table.waiting'));
  await expect.poll(() => player.page.locator('.clock').allTextContents(), patience).toEqual(['0:30', '0:30', '0:30', '0:30']);
});

it('any star that can be put together can be analysed, and another from there', async () => {
  const player = await server.player();
  await player.goto('/new/sternhalma');
  await field(player, say('option.players')).selectOption('3');
  await player.page.getByRole('link', { name: say('start.analyse') }).click();
  await expect.poll(() => player.page.locator('.board-cell-own').count(), patience).toBe(10);
  expect(new URL(player.page.url()).pathname).toBe('/analysis/sternhalma%3Aplayers%3D3');
  await player.page.getByRole('link', { name: say('analysis.rules') }).click();
  await expect.poll(() => field(player, say('option.players')).inputValue(), patience).toBe('3');
});

it('the board turns to whoever is to move where that is wanted', async () => {
  const player = await server.player();
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

it('without a clock a game is not rated, and with one it is as it was chosen', async () => {
  const player = await server.player();
  await player.goto('/new/american?with=friend');
  const rated = player.page.getByLabel(say('start.rated'), { exact: true });
  expect(await rated.isDisabled(), 'a guest is told before').toBe(true);
  await field(player, say('start.game')).selectOption('russian');
  await field(player, say('start.clock')).selectOption('own');
  await player.page.getByLabel(say('start.clock.minutes')).fill('7');
  await field(player, say('start.seat')).selectOption('1');
  await player.page.locator('main').getByRole('link', { name: say('nav.sign_in') }).click();
  const form = player.page.locator('section', { has: player.page.getByRole('heading', { name: say('account.make') }) });
  await form.getByLabel(say('account.name')).fill('Emmy');
  await form.getByLabel(say('account.password'), { exact: true }).fill(password);
  await form.getByRole('button').click();
  await player.page.waitForURL(/new\/russian\?with=friend/);
  await expect.poll(() => rated.isChecked(), patience).toBe(true);
  expect(await player.page.getByLabel(say('start.clock.minutes')).inputValue(), 'what was chosen before is still chosen').toBe('7');
  expect(await field(player, say('start.seat')).inputValue()).toBe('1');
  await field(player, say('start.clock')).selectOption('none');
  await expect.poll(() => rated.isDisabled(), patience).toBe(true);
  expect(await rated.isChecked()).toBe(false);
  await field(player, say('start.clock')).selectOption('rapid');
  await expect.poll(() => rated.isChecked(), patience).toBe(true);
});
