// What breaks while people play: the network in the middle of a move, the page, the server. Nothing may be lost.
import { createServer, connect, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import { TestServer } from './support/test_server';
import { inTurn, twoByLink } from './support/play';
import { patience, Player } from './support/player';

let server: TestServer;
let cable: Cable;

/** Lies between a browser and the server; it can be cut, and made to carry in one direction only. */
class Cable {
  readonly #ends = new Set<Socket>();
  #isCut = false;
  #isDeaf = false;
  #server: Server | undefined;
  address = '';

  async lay(to: number): Promise<void> {
    const server = createServer((near) => {
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const far = connect(to, '127.0.0.1');
      for (const [end, other] of [[near, far], [far, near]] as const) {
        this.#ends.add(end);
        end.on('data', (bytes) => {
          if (end !== far || !this.#isDeaf) other.write(bytes);
        });
        end.on('error', () => other.destroy());
        end.on('close', () => {
          this.#ends.delete(end);
          other.destroy();
        });
      }
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const at = server.address();
    this.address = `http://127.0.0.1:${typeof at === 'object' ? (at?.port ?? 0) : 0}`;
  }

  /** What is said still arrives; the answers do not. */
  deafen(): void {
    this.#isDeaf = true;
  }

  cut(): void {
    this.#isCut = true;
    for (const end of this.#ends) end.destroy();
  }

  mend(): void {
    this.#isCut = false;
    this.#isDeaf = false;
  }

  close(): void {
    this.cut();
    this.#server?.close();
  }
}

beforeAll(async () => {
  server = await TestServer.open();
  cable = new Cable();
  await cable.lay(Number(new URL(server.address).port));
});
afterEach(async () => {
  cable.mend();
  expect(await server.empty()).toEqual([]);
});
afterAll(async () => {
  cable.close();
  await server.close();
});

const notice = (player: Player) => player.page.locator('.line-notice');

/** Two at a game of the server; the first to move sits at the far end of the cable. */
async function overCable(): Promise<{ readonly mover: Player; readonly other: Player }> {
  const [far, near] = [await server.player(), await server.player()];
  const mover = new Player(far.page, cable);
  await mover.guest('Ada');
  const path = await mover.host({ game: 'american' });
  await near.page.goto(server.address + path);
  await inTurn(mover, near);
  return { mover, other: near };
}

it('a move that is begun before the network goes and ended while it is away arrives once it is back', async () => {
  const { mover, other } = await overCable();
  await mover.click('11');
  cable.cut();
  await expect.poll(() => notice(mover).textContent(), patience).toContain('Connection lost');
  await mover.click('15');
  await expect.poll(() => mover.cell('15').getAttribute('aria-label'), patience).toBeTruthy();
  await mover.says(say('table.unsent'));
  expect(await other.page.locator('.move').count()).toBe(0);
  cable.mend();
  await other.sees(1);
  await mover.sees(1);
  await expect.poll(() => notice(mover).textContent(), patience).toContain(say('shell.line.back'));
  await other.click('22', '18');
  await mover.sees(2);
});

it('a move whose answer is lost is made once', async () => {
  const { mover, other } = await overCable();
  cable.deafen();
  await mover.click('11', '15');
  await other.sees(1);
  cable.cut();
  await expect.poll(() => notice(mover).textContent(), patience).toContain('Connection lost');
  await other.click('22', '18');
  await other.sees(2);
  cable.mend();
  await mover.sees(2);
  expect(await mover.page.locator('.move').allTextContents()).toEqual(['11-15', '22-18']);
  await mover.says('Your move');
  expect(await mover.page.locator('.explanation .notice').count()).toBe(0);
  await mover.click('15', '22');
  await other.sees(3);
});

it('a part of the page that does not come while nobody is reached leaves the page where it is', async () => {
  const { mover, other } = await overCable();
  await mover.click('11', '15');
  await other.sees(1);
  cable.cut();
  const asked = mover.page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await mover.page.evaluate(() => dispatchEvent(new Event('vite:preloadError', { cancelable: true })));
  await asked;
  await other.click('22', '18');
  cable.mend();
  await mover.sees(2);
});

it('a move that the server could not store is laid back, said so, and made at the next try', async () => {
  const [mover, other] = [await server.player(), await server.player()];
  let fails = true;
  await mover.page.routeWebSocket(/\/socket/, (page) => {
    const far = page.connectToServer();
    page.onMessage((text) => {
      const said = JSON.parse(text.toString()) as { t: string; request?: string; do?: { t: string } };
      if (!fails || said.t !== 'command' || said.do?.t !== 'move') return far.send(text);
      page.send(JSON.stringify({ t: 'refused', request: said.request, code: 'store_unavailable', reason: 'the store does not answer' }));
    });
  });
  await mover.guest('Ada');
  const path = await mover.host({ game: 'american' });
  await other.page.goto(server.address + path);
  await inTurn(mover, other);
  await mover.click('11', '15');
  const notice = mover.page.locator('.explanation .notice');
  await expect.poll(() => notice.textContent(), patience).toBe(say('refusal.store_unavailable'));
  await expect.poll(() => mover.cell('11').getAttribute('aria-label'), patience).not.toContain(say('board.cell.empty'));
  expect(await other.page.locator('.move').count()).toBe(0);
  fails = false;
  await mover.click('11', '15');
  await other.sees(1);
  await mover.sees(1);
  expect(await notice.count()).toBe(0);
});

it('a refused line of chat leaves a move in flight where it is', async () => {
  const [mover, other] = [await server.player(), await server.player()];
  let release = (): void => undefined;
  await mover.page.routeWebSocket(/\/socket/, (page) => {
    const far = page.connectToServer();
    page.onMessage((text) => {
      const said = JSON.parse(text.toString()) as { t: string; request?: string; do?: { t: string } };
      if (said.t === 'command' && said.do?.t === 'move') release = () => far.send(text);
      else if (said.t === 'say') page.send(JSON.stringify({ t: 'refused', request: said.request, code: 'muted', reason: 'you are muted' }));
      else far.send(text);
    });
  });
  await mover.guest('Ada');
  const path = await mover.host({ game: 'american' });
  await other.page.goto(server.address + path);
  await inTurn(mover, other);
  await mover.click('11', '15');
  await expect.poll(() => mover.hasPiece('15'), patience).toBe(true);
  await mover.page.getByLabel(say('table.chat.write')).fill('Hello');
  await mover.button(say('table.chat.send')).click();
  await expect.poll(() => mover.page.locator('.explanation .notice').textContent(), patience).toBe(say('refusal.muted'));
  await mover.picture();
  expect([await mover.hasPiece('11'), await mover.hasPiece('15')]).toEqual([false, true]);
  expect(await other.page.locator('.move').count()).toBe(0);
  release();
  await other.sees(1);
  await mover.sees(1);
  expect([await mover.hasPiece('11'), await mover.hasPiece('15')]).toEqual([false, true]);
});

it('a part of the page that did not come is asked for again: an offer can be answered', async () => {
  const [red, white] = await twoByLink(server, 'american', { serviceWorkers: 'block' });
  await red.drag('11', '15');
  await white.sees(1);
  await white.drag('22', '18');
  await red.sees(2);
  let asked = 0;
  // The first that fails loads the page anew, for there may be a newer one.
  await white.page.route(/\/questions-[^/]*\.js$/, (route) => (++asked <= 2 ? route.abort() : route.continue()));
  await red.button(say('table.draw')).click();
  await white.button(say('table.accept')).click();
  await red.says(say('table.drawn.agreement'));
  expect(asked).toBe(3);
});

it('a page that is loaded anew is at the same table, at the same move', async () => {
  const [host, guest] = [await server.player(), await server.player()];
  await host.guest('Ada');
  await guest.page.goto(server.address + (await host.host({ game: 'american', clocks: [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }] })));
  const [first, second] = await inTurn(host, guest);
  await first.click('11', '15');
  await second.click('22', '18');
  await first.sees(2);
  await Promise.all([first.page.reload(), second.page.reload()]);
  await first.sees(2);
  await second.sees(2);
  await first.says('Your move');
  expect(await first.page.locator('.seats-own .clock').textContent()).toMatch(/^[45]:/);
  await first.click('15', '22');
  await second.sees(3);
});

it('a server that is killed and started again under a game has lost nothing, and the page says so and goes on', async () => {
  const [host, guest] = [await server.player(), await server.player()];
  await host.guest('Ada');
  await guest.page.goto(server.address + (await host.host({ game: 'american' })));
  const [first, second] = await inTurn(host, guest);
  await first.click('11', '15');
  await second.sees(1);
  await second.click('22', '18');
  await first.sees(2);
  await server.kill();
  for (const player of [first, second]) await expect.poll(() => notice(player).textContent(), patience).toContain('Connection lost');
  await first.click('15', '22'); // while nobody is there to hear it
  await server.start();
  for (const player of [first, second]) await expect.poll(() => notice(player).textContent(), patience).toContain(say('shell.line.back'));
  await first.sees(3);
  await second.sees(3);
  await second.click('25', '18');
  await first.sees(4);
  await first.page.reload();
  await first.sees(4);
});
