// Knows how WebKit is driven: by WebKitGTK's WebDriver and the small browser that comes with it, on a screen of their own.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { until } from '../browser/support/player';
import type { Driver } from './driver';
import { freshFolder, start } from './started';

/** One that nobody listens at just now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function ask(address: string, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${address}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
  return value;
}

export async function webkit(): Promise<Driver> {
  const home = freshFolder();
  // Xvfb writes the number of the screen that it took into its fourth file.
  const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {}, ['ignore', 'ignore', 'ignore', 'pipe']);
  const [number] = (await once(screen.process.stdio[3] as Readable, 'data')) as [Buffer];
  const port = await freePort();
  const driver = start('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${number.toString().trim()}`,
    GDK_BACKEND: 'x11',
    HOME: home.path,
    XDG_RUNTIME_DIR: home.path,
    WEBKIT_DISABLE_COMPOSITING_MODE: '1', // there is no graphics card
    NO_AT_BRIDGE: '1',
  });
  const stop = async () => {
    await driver.stop();
    await screen.stop();
    home.remove();
  };
  const address = `http://127.0.0.1:${port}`;
  try {
    await until(() => ask(address, 'GET', '/status').then(() => true, () => false), (isThere) => isThere, 'WebKitWebDriver');
    const made = (await ask(address, 'POST', '/session', { capabilities: { alwaysMatch: { pageLoadStrategy: 'none' } } })) as { sessionId: string };
    const session = `/session/${made.sessionId}`;
    return {
      navigate: async (url) => void (await ask(address, 'POST', `${session}/url`, { url })),
      run: (script) => ask(address, 'POST', `${session}/execute/sync`, { script, args: [] }),
      perform: async (actions) => void (await ask(address, 'POST', `${session}/actions`, { actions })),
      close: stop,
    };
  } catch (problem) {
    await stop();
    throw problem;
  }
}
