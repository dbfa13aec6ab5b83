// Knows how tests start the real program and a real browser, and how both are gone in the end.
// Does not know what is tested.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { Player } from './player';

export const program = process.env['CROWNSTAR'] ?? new URL('../../../../build/release/crownstar', import.meta.url).pathname;
export const browserProgram = process.env['CROWNSTAR_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';

/** The browser finds this device by that name too, and takes it for another one: over HTTP it is no secure context. */
export const networkName = 'crownstar.test';

let started: Promise<Browser> | undefined;

/** One browser for all tests: each player has a profile of their own in it. It goes with the process that runs the tests. */
export function theBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: browserProgram,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${networkName} 127.0.0.1`,
    ],
  });
  return started;
}

/** The server program with a store of its own, and a browser that opens its page. */
export class TestServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'crownstar-'));
  readonly #collections = join(this.#folder, 'collections');
  readonly #openData = join(this.#folder, 'open-data');
  readonly #players: Player[] = [];
  #server: ChildProcess | undefined;
  #said: string[] = [];
  address = '';

  private constructor(private readonly program: string) {
    mkdirSync(this.#collections);
    mkdirSync(this.#openData);
  }

  static async open(ofProgram: string = program): Promise<TestServer> {
    const server = new TestServer(ofProgram);
    await server.start();
    return server;
  }

  /** Starts the server; where it ran before, at the same port and with the same store. */
  async start(): Promise<void> {
    const port = this.address === '' ? '0' : new URL(this.address).port;
    const server = spawn(this.program, ['serve', '--port', port, '--store', join(this.#folder, 'games.db'), '--collections', this.#collections, '--open-data', this.#openData, '--unthrottled', '127.0.0.0/8'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // The tests' own variables are no settings of the program.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CROWNSTAR_'))),
    });
    this.#server = server;
    this.#said = [];
    createInterface({ input: server.stderr }).on('line', (line) => this.#said.push(line));
    const lines = createInterface({ input: server.stdout });
    this.address = await new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        const found = /http:\/\/[\d.]+:\d+/.exec(line);
        if (found !== null) resolve(found[0]);
      });
      server.once('error', reject);
      server.once('exit', () => reject(new Error(`the server ended: ${this.#said.join('\n')}`)));
    });
  }

  /** As a failing machine would: nothing is finished, nothing is said. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined || server.exitCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  /** The path of a link with which this account gets a new password, as the operator makes it. */
  resetLink(name: string): string {
    const made = JSON.parse(this.operate('password', name, '--json')) as { readonly link: string };
    return made.link;
  }

  /** A collection of recorded games, which the page can search from now on. */
  collect(name: string, pdn: string): void {
    execFileSync(this.program, ['pdn', 'index', '-', '--database', join(this.#collections, `${name}.db`)], { input: pdn, stdio: ['pipe', 'ignore', 'pipe'] });
  }

  /** A file of the site's open data. */
  publish(name: string, text: string): void {
    writeFileSync(join(this.#openData, name), text);
  }

  /** What the operator does with `crownstar people`; what it prints. */
  operate(...words: readonly string[]): string {
    return execFileSync(this.program, ['people', ...words, '--store', join(this.#folder, 'games.db')], { encoding: 'utf8' });
  }

  /** Somebody with a browser profile of their own. */
  async player(options: BrowserContextOptions = {}): Promise<Player> {
    const browser = await theBrowser();
    const context = await browser.newContext({ viewport: { width: 1000, height: 760 }, reducedMotion: 'reduce', ...options });
    const player = new Player(await context.newPage(), this);
    this.#players.push(player);
    return player;
  }

  /** All have gone home; what their browsers complained about meanwhile. */
  async empty(): Promise<string[]> {
    const gone = this.#players.splice(0);
    await Promise.all(gone.map((player) => player.page.context().close()));
    return gone.flatMap((player) => player.complaints);
  }

  async close(): Promise<void> {
    await this.empty();
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
