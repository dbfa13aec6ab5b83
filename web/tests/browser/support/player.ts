// Knows what a player does at the page: goes somewhere, clicks, drags, taps, types, and looks whether it has come.
// Waits for what is to be seen, never for a time to pass.
import type { APIResponse, Locator, Page } from 'playwright-core';
import { say } from '../../../src/messages/messages';
import type { MatchMade, MatchRequest, Me } from '../../../src/wire';

export const patience = { timeout: 200_000, interval: 20 };

/** Waits until what is read is as it should be; after long patience, says what it was instead. */
export async function until<T>(read: () => Promise<T>, isRight: (found: T) => boolean, wanted: string): Promise<void> {
  const end = Date.now() + patience.timeout;
  for (;;) {
    const found = await read();
    if (isRight(found)) return;
    if (Date.now() > end) throw new Error(`expected ${wanted}, found ${String(found)}`);
    await new Promise((done) => setTimeout(done, patience.interval));
  }
}
export type Hand = 'click' | 'drag' | 'tap';

/**
 * What a browser says by itself when a network or a server is away, as some tests want it to be; and where a page is left
 * while what keeps it on the device is still being fetched (that it is kept has a test of its own), or may not be.
 */
const expected = /net::ERR_|WebSocket connection to|Failed to load resource|An unknown error occurred when fetching the script|Service Worker registration blocked by Playwright/;

export class Player {
  readonly complaints: string[] = [];

  constructor(
    readonly page: Page,
    private readonly server: { readonly address: string },
  ) {
    page.setDefaultTimeout(patience.timeout);
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning';
      if (isComplaint && !expected.test(message.text())) this.complaints.push(`${page.url()}: ${message.text()}`);
    });
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.server.address).href);
    await this.page.locator('main').waitFor();
  }

  /** Plays as a guest of that name from now on. */
  async guest(name: string): Promise<string> {
    const me = await this.post<Me>('/api/guest', { name });
    return me.player.id;
  }

  async post<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.#read(await this.page.request.post(new URL(path, this.server.address).href, { data: body }));
  }

  async get<Answer>(path: string): Promise<Answer> {
    return this.#read(await this.page.request.get(new URL(path, this.server.address).href));
  }

  async #read<Answer>(answer: APIResponse): Promise<Answer> {
    if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  /** Makes a match and sits down; the others come by the link that is given back. */
  async host(request: MatchRequest): Promise<string> {
    const made = await this.post<MatchMade>('/api/matches', { draw_seats: false, ...request });
    await this.goto(`/match/${made.match}`);
    return made.path;
  }

  cell(label: string): Locator {
    return this.page.locator(`[role=gridcell][aria-label^="${label},"]`);
  }

  /** Whether a piece is drawn there, whatever the cell is called. */
  async hasPiece(label: string): Promise<boolean> {
    const { x, y } = await this.spot(label);
    const boxes = await this.page.locator('.board-pieces > .piece').evaluateAll((pieces) => pieces.map((piece) => piece.getBoundingClientRect().toJSON() as DOMRect));
    return boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  /** The field to type moves in, opened by its sign beside the board. */
  async field(): Promise<Locator> {
    const sign = this.button(say('table.keys'));
    await sign.waitFor();
    if ((await sign.getAttribute('aria-pressed')) !== 'true') await sign.click();
    return this.page.getByLabel(say('table.enter'), { exact: true });
  }

  get state(): Locator {
    return this.page.locator('.table-state');
  }

  async spot(label: string): Promise<{ x: number; y: number }> {
    const cell = this.cell(label);
    await cell.waitFor();
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    if (box === null) throw new Error(`no cell ${label}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async click(...labels: string[]): Promise<void> {
    for (const label of labels) {
      const { x, y } = await this.spot(label);
      await this.page.mouse.click(x, y);
    }
  }

  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [await this.spot(from), await this.spot(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.picture();
    await this.page.mouse.up();
  }

  /** A finger: every second move by two taps, the others by drawing the piece, which hangs above the finger. */
  async tap(from: string, to: string, isDrawn: boolean): Promise<void> {
    const [start, end] = [await this.spot(from), await this.spot(to)];
    if (!isDrawn) {
      await this.page.touchscreen.tap(start.x, start.y);
      await this.page.touchscreen.tap(end.x, end.y);
      return;
    }
    const devtools = await this.page.context().newCDPSession(this.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [start]);
    for (let step = 1; step <= 6; step += 1) {
      const part = step / 6;
      await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y + fingerBelow - start.y) * part }]);
      await this.picture();
    }
    await touch('touchEnd', []);
    await devtools.detach();
  }

  async move(hand: Hand, from: string, to: string, number = 0): Promise<void> {
    if (hand === 'click') await this.click(from, to);
    else if (hand === 'drag') await this.drag(from, to);
    else await this.tap(from, to, number % 4 < 2);
  }

  /** The board looks at the pointer once a picture. */
  async picture(): Promise<void> {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  /** As many moves are in the list. */
  async sees(moves: number): Promise<void> {
    const read = () => this.page.locator('.move').count();
    await until(read, (found) => found === moves, `${moves} moves at ${this.page.url()}`);
  }

  /** The one sentence on how the game stands. */
  async says(text: string): Promise<void> {
    await until(() => this.state.textContent(), (found) => found?.includes(text) === true, text);
  }
}

const fingerBelow = 25;
