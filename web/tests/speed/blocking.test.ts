// How long the page's own thread is held while a page comes: its longest task, all that it does, and what tasks take beyond
// 50 ms at a phone's slower processor, which Lighthouse calls the blocking time. Counted in the thread's own time, which other
// work on the machine hardly lengthens. With CROWNSTAR_BESIDE, another program's page in turn.
import { afterAll, beforeAll, it } from 'vitest';
import { TestServer, program, theBrowser } from '../browser/support/test_server';
import { median, number, print } from './figures';

const rounds = Number(process.env['CROWNSTAR_ROUNDS'] ?? 5);
const slowdown = Number(process.env['CROWNSTAR_SLOWDOWN'] ?? 4);
const beside = process.env['CROWNSTAR_BESIDE'];
const programs = [...(beside === undefined ? [] : [{ name: 'beside', path: beside }]), { name: 'this', path: program }];
const pages = [
  { path: '/', what: 'main h1, main h2' },
  ...['american', 'sternhalma', 'sternhalma:players=6'].map((game) => ({ path: `/here/${game}`, what: '.board-cell-own' })),
  { path: '/rules/american', what: '.board-cell-own' },
];
const settled = 1500; // milliseconds after what one came for is there
const long = 50;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number; // microseconds of the thread's own time
  readonly args: { readonly data?: { readonly url?: string } };
}

interface Held {
  readonly longest: number;
  readonly blocked: number;
  readonly all: number;
}

const servers = new Map<string, TestServer>();

beforeAll(async () => {
  for (const { name, path } of programs) servers.set(name, await TestServer.open(path));
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));

async function measure(server: TestServer, path: string, what: string): Promise<Held> {
  const { page } = await server.player({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  const browser = await theBrowser();
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await page.goto(server.address + path, { waitUntil: 'commit' });
  await page.locator(what).first().waitFor({ state: 'attached', timeout: 100_000 });
  await page.waitForTimeout(settled);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] };
  await server.empty();
  const asking = traceEvents.find(({ name, args }) => name === 'ResourceSendRequest' && args.data?.url?.startsWith(server.address) === true);
  if (asking === undefined) throw new Error('no request of the page in its trace');
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && pid === asking.pid && tid === asking.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
  return {
    longest: Math.max(0, ...tasks),
    blocked: tasks.reduce((sum, task) => sum + Math.max(0, task * slowdown - long), 0),
    all: tasks.reduce((sum, task) => sum + task, 0),
  };
}

it('the thread is held', async () => {
  const found = new Map<string, Held[]>();
  for (let round = -1; round < rounds; round += 1) {
    for (const { path, what } of pages) {
      for (const [name, server] of servers) {
        const held = await measure(server, path, what);
        if (round < 0) continue; // hands are taken
        const key = `${path} ${name}`;
        found.set(key, [...(found.get(key) ?? []), held]);
      }
    }
  }
  print(`\nThe page's thread while it comes; median of ${rounds} (least), milliseconds of its own time:`);
  for (const [key, all] of found) {
    const told = (of: keyof Held) => {
      const values = all.map((one) => one[of]);
      return `${number(median(values), 1)} (${number(Math.min(...values), 1, 5)})`;
    };
    print(`  ${key.padEnd(36)} longest task ${told('longest')}  all ${told('all')}  blocked at a processor /${slowdown} ${told('blocked')}`);
  }
});
