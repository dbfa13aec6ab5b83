// What is seen at a table beside the board: who sits there and how far they are, what will draw the game, what is said and heard,
// and what lies under a thumb.
import { expect, it } from 'vitest';
import type { Clock, MatchMade } from '../../src/wire';
import { languages, say } from '../../src/messages/messages';
import type { TestServer } from './support/test_server';
import { keepServer } from './support/kept_server';
import { inTurn, twoByLink } from './support/play';
import { patience, type Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

const againstFive = (options = '') => `/here/sternhalma:players=6${options}?against=computer&seat=0`;

async function type(player: Player, ...moves: string[]): Promise<void> {
  const field = await player.field();
  for (const move of moves) {
    const made = await player.page.locator('.move').count();
    await field.fill(move);
    await field.press('Enter');
    await player.sees(made + 1);
  }
}

it('each of five computers has a name and a face of its own, says how far it is, and which of them thinks', async () => {
  const player = await server.player();
  await player.goto(againstFive());
  const names = player.page.locator('.seats-others .seat-who');
  await expect.poll(() => names.allTextContents(), patience).toEqual(['Mira', 'Juno', 'Pip', 'Vera', 'Hugo']);
  await expect.poll(() => player.page.locator('.seats-others .face:visible').count(), patience).toBe(5);
  expect(await player.page.locator('.seats-others .seat-home').allTextContents()).toEqual(Array.from({ length: 5 }, () => '0/10'));
  expect(await player.page.locator('.seats-own .seat-home').textContent(), 'where there is room').toBe(say('table.home', { count: 0, of: 10 }));
  // All that the table says is kept: on a machine that does much else, what is said for a moment is over before it is looked for.
  const said = await player.page.evaluateHandle(() => {
    const told: string[] = [];
    const state = document.querySelector('.table-state');
    if (state === null) throw new Error('a table has a state');
    new MutationObserver(() => told.push(state.textContent ?? '')).observe(state, { childList: true, characterData: true, subtree: true });
    return told;
  });
  const own = await player.page.locator('.board-cell-own[aria-label*="can move"]').first().getAttribute('aria-label');
  await player.click(own?.split(',')[0] ?? '');
  const target = await player.page.locator('.board-cell-target').first().getAttribute('aria-label');
  await player.click(target?.split(',')[0] ?? '');
  await expect.poll(() => said.jsonValue(), patience).toContain(say('table.thinking', { name: 'Mira' }));
  await player.says(say('table.turn.you'));
  const five = (await names.allTextContents()).map((name) => say('table.thinking', { name }));
  const thinks = (text: string) => text.includes(say('table.thinking', { name: '' }).trim());
  expect((await said.jsonValue()).filter((text) => thinks(text) && !five.includes(text)), 'which of them is never left open').toEqual([]);
});

it("one's own goal is marked, and strongly once a piece is lifted", async () => {
  const player = await server.player();
  await player.goto(againstFive());
  const goals = player.page.locator('.board-goal');
  await expect.poll(() => goals.count(), patience).toBe(10);
  const width = () => goals.first().evaluate((goal) => Number.parseFloat(getComputedStyle(goal).strokeWidth));
  const quiet = await width();
  await player.page.locator('.board-cell-own[aria-label*="can move"]').first().click();
  await expect.poll(width, patience).toBeGreaterThan(quiet);
});

it('teams and every option that is not usual are said at the table', async () => {
  const player = await server.player();
  await player.goto(againstFive(',teams=opposite,rounds=40'));
  await player.page.locator('.seat-partner').first().waitFor();
  expect(await player.page.locator('.table-game').textContent()).toContain(say('table.teams'));
  const partner = player.page.locator('.seat', { has: player.page.getByText(say('table.partner.yours')) });
  expect(await partner.locator('.seat-who').textContent()).toBe('Pip');
  expect(await player.page.locator('.seat-partner').count()).toBe(6);
  const rules = await player.page.locator('.in-force').textContent();
  expect(rules).toContain(say('option.teams.opposite'));
  expect(rules).toContain(`${say('option.rounds')}40`);
});

it('what will draw the game is counted where all see it, once it begins to matter', async () => {
  const player = await server.player();
  await player.goto(`/here/american?position=${encodeURIComponent('B:WK32:BK1')}`);
  await type(player, '1-5', '32-28', '5-1');
  const counters = player.page.locator('.draw-counters');
  expect(await counters.textContent()).toBe('');
  await type(player, '28-32');
  await expect.poll(() => counters.textContent(), patience).toBe(say('table.count.repetition', { made: 2, limit: 3 }));
});

/** Two flying kings that go about for 20 moves each, and no position comes up again. */
const aimless =
  '29-25 4-8 25-21 8-11 21-17 11-15 17-13 15-18 13-9 18-22 9-5 22-25 5-1 25-29 1-5 29-22 5-1 22-25 1-5 25-29 5-1 29-22 1-6 22-25 6-2 25-29 2-6 29-22 6-2 22-25 2-6 25-29 6-2 29-22 2-9 22-25 9-13 25-29 13-9 29-18';

it('FK-13: moves without progress are counted from the middle of their way on, to the draw that they bring', async () => {
  const player = await server.player();
  await player.goto(`/here/flying-king?position=${encodeURIComponent('W:WK29:BK4')}`);
  const counters = player.page.locator('.draw-counters');
  const moves = aimless.split(' ');
  await type(player, ...moves.slice(0, 19));
  expect(await counters.textContent()).toBe('');
  await type(player, ...moves.slice(19, 20));
  await expect.poll(() => counters.textContent(), patience).toBe(say('table.count.quiet', { made: 10, limit: 20 }));
  await type(player, ...moves.slice(20, 39));
  await expect.poll(() => counters.textContent(), patience).toBe(say('table.count.quiet', { made: 19, limit: 20 }));
  await type(player, ...moves.slice(39));
  await player.says(say('table.drawn.quiet', { count: 20 }));
});

it('what counts towards the end of a star is told too: its rounds, and the turns to leave the corner', async () => {
  const player = await server.player();
  await player.goto('/here/sternhalma:pieces=10,rounds=3,evacuate=4');
  await type(player, 'd5-e5', 'n10-m9');
  const counters = player.page.locator('.draw-counters');
  expect(await counters.textContent()).toBe('');
  await type(player, 'e5-d5', 'm9-n10');
  const told = [say('table.count.repetition', { made: 2, limit: 3 }), say('table.count.rounds', { made: 2, limit: 3 }), say('table.count.evacuate', { made: 2, limit: 4 })];
  await expect.poll(() => counters.locator('p').allTextContents(), patience).toEqual(told);
});

it('there is no chat among computers, and the field to type in is behind its sign', async () => {
  const player = await server.player();
  await player.guest('Ada');
  await player.host({ game: 'american', seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }] });
  await player.says(say('table.turn.you'));
  await player.button(say('table.keys')).waitFor();
  expect(await player.page.locator('.talk').count()).toBe(0);
  expect(await player.page.locator('.typed-move').count()).toBe(0);
  await player.field();
  await expect.poll(() => player.page.locator('.typed-move').count(), patience).toBe(1);
  await player.page.reload();
  await player.page.locator('.typed-move').waitFor();
});

it('who asks for the field to type in can type at once', async () => {
  const player = await server.player();
  await player.goto('/here/american');
  await player.button(say('table.keys')).click();
  await player.page.locator('.typed-move').waitFor();
  await player.page.keyboard.type('11-15');
  await player.page.keyboard.press('Enter');
  await player.sees(1);
  await player.page.reload(); // the field is there, and leaves the keys to the board
  await player.page.locator('.typed-move').waitFor();
  expect(await player.page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
});

it('what a game is played on is told at its table', async () => {
  const player = await server.player();
  await player.guest('Ada');
  const clock: Clock = { kind: 'fischer', main_ms: 180_000, step_ms: 2000 };
  await player.host({ game: 'american', seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }], clocks: [clock] });
  await expect.poll(() => player.page.locator('.table-game').textContent(), patience).toBe(`${say('game.american')} · 3+2`);
});

it('a press that was on its way when an offer came under the pointer answers nothing', async () => {
  const [host, guest] = await twoByLink(server, 'american');
  await host.click('11', '15');
  await guest.click('24', '19');
  await host.sees(2);
  const taken = guest.page.evaluate(
    () =>
      new Promise<readonly string[]>((found) => {
        const watcher = new MutationObserver(() => {
          const answer = document.querySelector<HTMLElement>('.asked .question .button');
          const [motion] = answer?.getAnimations() ?? [];
          if (answer === null || motion === undefined) return;
          watcher.disconnect();
          motion.pause();
          motion.currentTime = 300;
          const early = getComputedStyle(answer).pointerEvents;
          motion.finish();
          found([early, getComputedStyle(answer).pointerEvents]);
        });
        watcher.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await host.button(say('table.draw')).click();
  expect(await taken).toEqual(['none', 'auto']);
  await guest.button(say('table.accept')).click();
  await guest.says(say('table.drawn.agreement'));
});

it('neither an offer nor the question before resigning moves what stands at the table', async () => {
  const [host, guest] = await twoByLink(server, 'american');
  await host.click('11', '15');
  await guest.click('24', '19');
  await host.sees(2);
  const places = (player: Player) =>
    player.page.locator('.table-side :is(.button, .move, .talk-form input)').evaluateAll((all) =>
      all.flatMap((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const isAnswer = one.closest('.question, .resigning') !== null;
        return isAnswer ? [] : [`${one.getAttribute('aria-label') ?? one.textContent} ${Math.round(left)} ${Math.round(top + scrollY)} ${Math.round(width)} ${Math.round(height)}`];
      }),
    );
  for (const player of [host, guest]) await player.page.locator('.talk-form input').waitFor();
  const [ofHost, ofGuest] = [await places(host), await places(guest)];
  expect(ofHost.length).toBeGreaterThan(8);
  await host.button(say('table.draw')).click();
  await guest.button(say('table.accept')).waitFor();
  expect(await places(guest), 'who is asked').toEqual(ofGuest);
  await host.page.locator('.offers').getByText(say('table.draw.waiting')).waitFor();
  expect(await places(host), 'who asks').toEqual(ofHost);
  const question = await guest.page.locator('.asked').boundingBox();
  const resign = await guest.button(say('table.resign')).boundingBox();
  expect(question?.y, 'below the row').toBeGreaterThanOrEqual((resign?.y ?? Infinity) + (resign?.height ?? 0));
  await guest.button(say('table.decline')).click();
  await host.page.locator('.offers').getByText(say('table.declined', { name: '' }).trim()).waitFor();
  expect(await places(host), 'who was answered').toEqual(ofHost);
  await guest.button(say('table.resign')).click();
  await guest.button(say('shell.yes')).waitFor();
  expect(await places(guest), 'who is asked whether to resign').toEqual(ofGuest);
  await guest.button(say('shell.no')).click();
  expect(await places(guest)).toEqual(ofGuest);
  expect(await guest.button(say('table.resign')).evaluate((button) => document.activeElement === button)).toBe(true);
  await guest.button(say('table.resign')).click();
  await guest.button(say('shell.yes')).click();
  await host.says(say('table.won.you'));
  const before = await places(host);
  await guest.button(say('table.rematch')).click();
  await host.button(say('table.accept')).waitFor();
  expect(await places(host), 'who is asked for another game').toEqual(before);
});

it('a speaker at the table turns the sounds off and on, and that is remembered', async () => {
  const player = await server.player();
  await player.goto('/here/american');
  const speaker = player.button(say('settings.sound'));
  await expect.poll(() => speaker.getAttribute('aria-pressed'), patience).toBe('true');
  await speaker.click();
  await expect.poll(() => speaker.getAttribute('aria-pressed'), patience).toBe('false');
  await player.page.reload();
  await expect.poll(() => speaker.getAttribute('aria-pressed'), patience).toBe('false');
});

it.each([[320, 640], [390, 844]])('on a phone of %i by %i the board has its width, and what one does stands in one row under the thumb', async (width, height) => {
  const player = await server.player({ hasTouch: true, isMobile: true, viewport: { width, height } });
  await player.goto('/here/american');
  await player.tap('11', '15', false);
  await player.sees(1);
  const board = await player.page.locator('.board').boundingBox();
  expect(board?.width).toBe(width);
  const [steps, actions] = [await player.page.locator('.steps').boundingBox(), await player.page.locator('.actions > .row').boundingBox()];
  expect(steps?.x).toBe(0);
  expect((steps?.x ?? 0) + (steps?.width ?? 0), 'neither lies on the other').toBeLessThanOrEqual(actions?.x ?? 0);
  for (const button of [player.button(say('table.back')), player.button(say('table.resign')), player.button(say('table.takeback.now'))]) {
    const box = await button.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(box?.y).toBeGreaterThan(height - 60);
  }
  expect(await player.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

it.each([360, 390])('on a phone of %i all that one may do among people is read whole in that row, in every language', async (width) => {
  const [host, guest] = [await server.player({ hasTouch: true, isMobile: true, viewport: { width, height: 780 } }), await server.player()];
  await host.guest('Ada');
  await guest.guest('Grace');
  const path = await host.host({ game: 'american' });
  await guest.page.goto(server.address + path);
  await host.says(say('table.turn.you'));
  await host.tap('11', '15', false);
  await guest.says(say('table.turn.you'));
  await guest.click('22', '18');
  const buttons = host.page.locator('.actions > .row > .button');
  for (const language of Object.keys(languages)) {
    await host.page.evaluate((chosen) => localStorage.setItem('crownstar.preferences', JSON.stringify({ language: chosen })), language);
    await host.page.reload();
    await expect.poll(() => host.page.locator('html').getAttribute('lang'), patience).toBe(language);
    await expect.poll(() => buttons.count(), patience).toBe(3);
    const cut = await buttons.evaluateAll((all) =>
      all.filter((button) => {
        const [box, row] = [button.getBoundingClientRect(), (button.parentElement as Element).getBoundingClientRect()];
        return box.left < row.left || box.right > row.right || box.bottom > innerHeight || button.scrollWidth > button.clientWidth || button.scrollHeight > button.clientHeight;
      }).map((button) => button.textContent),
    );
    expect(cut, language).toEqual([]);
  }
});

it('a device that leaves its network says so at once, and what is true of this page', async () => {
  const player = await server.player();
  await player.guest('Ada');
  const made = await player.post<MatchMade>('/api/matches', { game: 'american', seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }], draw_seats: false });
  await player.goto(`/match/${made.match}`);
  await player.says(say('table.turn.you'));
  const notice = player.page.locator('.line-notice');
  const began = Date.now();
  await player.page.context().setOffline(true);
  await expect.poll(() => notice.textContent(), patience).toBe(say('shell.line.offline.match'));
  const seat = await player.page.locator('.seats-own').boundingBox();
  expect((await notice.boundingBox())?.x, 'beside one’s own name and clock').toBeGreaterThanOrEqual((seat?.x ?? 0) + (seat?.width ?? Infinity));
  expect(Date.now() - began, 'not when a ping is missed').toBeLessThan(15_000);
  await player.page.context().setOffline(false);
  await expect.poll(() => notice.textContent(), patience).toBe(say('shell.line.back'));
  await player.goto('/here/american');
  await player.page.context().setOffline(true);
  await expect.poll(() => notice.textContent(), patience).toBe(say('shell.line.offline.here'));
  await player.page.context().setOffline(false);
});

it('after a break all that happened is there: the moves, how many they were, and what was said', async () => {
  const [first, second] = await twoByLink(server, 'american');
  await first.drag('11', '15');
  for (const player of [first, second]) await player.sees(1);
  await first.page.context().setOffline(true);
  await first.page.locator('.line-notice').waitFor();
  await second.page.getByLabel(say('table.chat.write')).fill('Back soon?');
  await second.page.getByLabel(say('table.chat.write')).press('Enter');
  await second.page.getByRole('log').getByText('Back soon?').waitFor();
  await second.drag('22', '18');
  await second.sees(2);
  await first.page.context().setOffline(false);
  await first.sees(2);
  await first.page.getByRole('log').getByText('Back soon?').waitFor();
  await expect.poll(() => first.page.locator('.line-notice').textContent(), patience).toContain(say('shell.line.missed', { count: 1 }));
});

it('a line of chat that the operator removes is a mark for who watches', async () => {
  const [first, second] = await twoByLink(server, 'american');
  await second.page.getByLabel(say('table.chat.write')).fill('You scoundrel');
  await second.page.getByLabel(say('table.chat.write')).press('Enter');
  const talk = first.page.getByRole('log');
  await talk.getByText('You scoundrel').waitFor();
  server.operate('unsay', new URL(first.page.url()).pathname.split('/')[2] ?? '', '1');
  await talk.getByText(say('table.chat.removed')).waitFor();
  expect(await talk.getByText('You scoundrel').count()).toBe(0);
});

it('good news of the line is over where nobody needs the line', async () => {
  const player = await server.player();
  await player.guest('Ada');
  const made = await player.post<MatchMade>('/api/matches', { game: 'american', seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }], draw_seats: false });
  await player.goto(`/match/${made.match}`);
  await player.says(say('table.turn.you'));
  const notice = player.page.locator('[role=status]', { hasText: say('shell.line.back') });
  await player.page.context().setOffline(true);
  await player.page.locator('.line-notice').waitFor();
  await player.page.context().setOffline(false);
  await notice.waitFor();
  await player.button(say('shell.menu')).click();
  await player.page.getByRole('link', { name: say('nav.rules'), exact: true }).click();
  await expect.poll(() => notice.count(), patience).toBe(0);
});

it('a table takes one connection, from its first snapshot on', async () => {
  const player = await server.player();
  await player.guest('Ada');
  const made = await player.post<MatchMade>('/api/matches', { game: 'turkish', seats: [{ t: 'me' }, { t: 'engine', engine: 'casual' }], draw_seats: false });
  let connections = 0;
  player.page.on('websocket', () => (connections += 1));
  await player.goto(`/match/${made.match}`);
  await player.says(say('table.turn.you'));
  expect(connections).toBe(1);
});

it('the title of the page says whose turn it is, whatever is refused', async () => {
  const player = await server.player();
  await player.goto('/here/american?against=computer&level=first-steps&seat=0');
  const mine = `● ${say('table.turn.you')} – Crownstar`;
  await expect.poll(() => player.page.title(), patience).toBe(mine);
  const heading = () => player.state.evaluate((state) => state.getBoundingClientRect().top);
  const before = await heading();
  await player.drag('11', '20');
  await player.page.locator('.explanation .notice').waitFor();
  expect(await player.page.title()).toBe(mine);
  expect(await heading(), 'nothing jumps').toBe(before);
  await player.goto('/here/american');
  await expect.poll(() => player.page.title(), patience).toBe(`${say('table.turn', { name: say('seat.Red') })} – Crownstar`);
});

it('all of the board speaks the language that is chosen at the table', async () => {
  const player = await server.player();
  await player.goto('/here/american');
  await player.page.getByRole('grid', { name: say('board.board') }).waitFor();
  await player.button(say('shell.menu')).click();
  await player.page.getByRole('combobox', { name: say('shell.language') }).selectOption('hu');
  await player.page.getByRole('grid', { name: 'Tábla' }).waitFor();
});

it('whoever leaves a game is seen leaving, and half a minute later the win may be claimed', async () => {
  const [stays, leaves] = [await server.player(), await server.player()];
  await stays.guest('Ada');
  const path = await stays.host({ game: 'american', clocks: [{ kind: 'fischer', main_ms: 600_000, step_ms: 5000 }] });
  await leaves.page.goto(server.address + path);
  await inTurn(stays, leaves);
  await stays.drag('11', '15');
  await leaves.sees(1);
  await leaves.drag('22', '18');
  await stays.sees(2);
  await leaves.page.context().close();
  await stays.page.locator('.seat.is-gone').waitFor();
  expect(await stays.button(say('table.claim.win')).count(), 'a line may be lost for a moment').toBe(0);
  const countdown = stays.page.locator('.actions').getByRole('timer');
  await expect.poll(() => countdown.textContent(), patience).toMatch(/ 0:[0-3]\d\.$/);
  await stays.button(say('table.claim.win')).click();
  await stays.says(say('table.end.absence.opponent'));
});
