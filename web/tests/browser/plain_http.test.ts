// The page over the plain HTTP of one's own network, where a browser keeps much from a page: no clipboard, no service worker,
// no `crypto.randomUUID`. People play there all the same.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import { TestServer, networkName } from './support/test_server';
import { keepServer } from './support/kept_server';
import { inTurn } from './support/play';
import { patience, Player } from './support/player';

let server: TestServer;

keepServer((opened) => (server = opened));

/** That a browser leaves out a header of such a page is none of the page's faults. */
const untrusted = /Cross-Origin-Opener-Policy header has been ignored/;

class Neighbour extends Player {
  static async of(opened: TestServer): Promise<Neighbour> {
    const { page, complaints } = await opened.player();
    page.on('console', () => complaints.splice(0, Infinity, ...complaints.filter((text) => !untrusted.test(text))));
    return new Neighbour(page, { address: `http://${networkName}:${new URL(opened.address).port}` });
  }
}

const invite = (page: Page) => page.getByLabel(say('table.invite.link'));

/** Makes a game by a featured game of the first page, and answers with the link that is shown there. */
async function invited(host: Player): Promise<string> {
  await host.goto('/');
  await host.page.locator('section[aria-labelledby="featured-american"]').getByRole('button', { name: say('home.friend') }).click();
  return invite(host.page).inputValue();
}

it('one invites, the link is copied, and both move and talk', async () => {
  const [host, guest] = [await Neighbour.of(server), await Neighbour.of(server)];
  const link = await invited(host);
  expect(await host.page.evaluate(() => isSecureContext)).toBe(false);
  await host.button(say('shell.copy')).click();
  await host.button(say('shell.copied')).waitFor();

  await guest.goto(link);
  const [first, second] = await inTurn(host, guest);
  const write = host.page.getByLabel(say('table.chat.write'));
  await write.press('Control+V');
  expect(await write.inputValue(), 'what was copied').toBe(link);
  await write.fill('Hello');
  await write.press('Enter');
  await guest.page.getByRole('log').getByText('Hello').waitFor();

  await second.field();
  const later = second.button(say('table.enter.play'));
  await later.waitFor();
  expect(await later.isDisabled(), 'nobody types a move in the time of the other').toBe(true);
  await (await second.field()).fill('22-18');
  await (await second.field()).press('Enter');
  await second.page.getByText(say('refusal.not_your_turn')).waitFor();
  await (await first.field()).fill('11-15');
  await first.button(say('table.enter.play')).click();
  for (const player of [host, guest]) await player.sees(1);
  await second.drag('22', '18');
  for (const player of [host, guest]) await player.sees(2);
});

it('where nothing can be copied the link is selected, and that is said', async () => {
  const host = await Neighbour.of(server);
  await host.page.addInitScript(() => (document.execCommand = () => false));
  const link = await invited(host);
  await host.button(say('shell.copy')).click();
  await host.page.getByText(say('table.link.selected')).waitFor();
  await expect.poll(() => host.page.evaluate(() => getSelection()?.toString()), patience).toBe(link);
});

it('where a game at this screen cannot be copied its link is shown', async () => {
  const player = await Neighbour.of(server);
  await player.page.addInitScript(() => (document.execCommand = () => false));
  await player.goto('/here/american');
  await player.click('11', '15');
  await player.button(say('table.share')).click();
  await player.page.getByText(/\/analysis\/american\?moves=11-15$/).waitFor();
});
