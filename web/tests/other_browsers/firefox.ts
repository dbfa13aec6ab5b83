// Knows how Firefox is driven: by Marionette, its own form of WebDriver, which needs no program in between.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { until } from '../browser/support/player';
import type { Driver } from './driver';
import { freshFolder, start } from './started';

/** Nothing that a new profile would do by itself: no first pages, no updates, no questions. */
const settings = {
  'marionette.port': 0, // any that is free; it is written into the profile
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'services.settings.server': 'data:,none',
  'intl.accept_languages': 'en-US',
  'ui.prefersReducedMotion': 1,
};

/** `LENGTH:JSON`, one message after the other: `[0, number, name, parameters]` out, `[1, number, error, result]` in. */
class Marionette {
  readonly #waiting = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (problem: Error) => void }>();
  #heard = Buffer.alloc(0);
  #last = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (bytes: Buffer) => this.#hear(bytes));
    socket.on('close', () => this.#fail(new Error('Firefox has closed the connection')));
    socket.on('error', (problem) => this.#fail(problem));
  }

  static async open(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Marionette(socket);
  }

  ask(name: string, parameters: object = {}): Promise<unknown> {
    this.#last += 1;
    const number = this.#last;
    const text = JSON.stringify([0, number, name, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  close(): void {
    this.socket.destroy();
  }

  #fail(problem: Error): void {
    for (const { reject } of this.#waiting.values()) reject(problem);
    this.#waiting.clear();
  }

  #hear(bytes: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, bytes]);
    for (;;) {
      const colon = this.#heard.indexOf(':');
      const length = Number(this.#heard.subarray(0, colon).toString());
      if (colon < 0 || this.#heard.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(this.#heard.subarray(colon + 1, colon + 1 + length).toString());
      this.#heard = this.#heard.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue; // its greeting
      const [, number, problem, result] = message as [number, number, { error: string; message: string } | null, unknown];
      const asker = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (problem === null) asker?.resolve(result);
      else asker?.reject(new Error(`${problem.error}: ${problem.message}`));
    }
  }
}

const valueOf = (result: unknown): unknown => (typeof result === 'object' && result !== null && 'value' in result ? result.value : result);

export async function firefox(): Promise<Driver> {
  const profile = freshFolder();
  const lines = Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile.path, 'user.js'), lines.join('\n'));
  const browser = start('firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', profile.path], { MOZ_CRASHREPORTER_DISABLE: '1', HOME: profile.path });
  const stop = async () => {
    await browser.stop();
    profile.remove();
  };
  try {
    const port = join(profile.path, 'MarionetteActivePort');
    await until(async () => (existsSync(port) ? readFileSync(port, 'utf8') : ''), (found) => Number(found) > 0, 'the port of Firefox');
    const marionette = await Marionette.open(Number(readFileSync(port, 'utf8')));
    await marionette.ask('WebDriver:NewSession', { capabilities: { alwaysMatch: { pageLoadStrategy: 'none' } } });
    await marionette.ask('WebDriver:SetWindowRect', { width: 1100, height: 850 });
    return {
      navigate: async (url) => void (await marionette.ask('WebDriver:Navigate', { url })),
      run: async (script) => valueOf(await marionette.ask('WebDriver:ExecuteScript', { script, args: [] })),
      perform: async (actions) => void (await marionette.ask('WebDriver:PerformActions', { actions })),
      close: async () => {
        marionette.close();
        await stop();
      },
    };
  } catch (problem) {
    await stop();
    throw problem;
  }
}
