// How long it takes from asking for a page to a board that one can move on, with nothing in the cache, at a slow
// processor and a slow network; beside it, in turn, the barest page that the same server has: one short text.
import { afterAll, beforeAll, it } from 'vitest';
import { TestServer } from '../browser/support/test_server';
import { median, number, print } from './figures';

interface Conditions {
  readonly name: string;
  readonly slowdown: number; // of the processor
  readonly network?: { readonly latency: number; readonly megabits: number }; // milliseconds there and back
}

const rounds = Number(process.env['CROWNSTAR_ROUNDS'] ?? 5);
const conditions: readonly Conditions[] = [
  { name: 'as it is', slowdown: 1 },
  { name: 'processor /4, 400 ms, 1.6 Mbit/s', slowdown: 4, network: { latency: 400, megabits: 1.6 } },
  { name: 'processor /6, 400 ms, 1.6 Mbit/s', slowdown: 6, network: { latency: 400, megabits: 1.6 } },
];
const boards = ['american', 'sternhalma', 'sternhalma:players=6'];

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.open();
});
afterAll(() => server.close());

/** Milliseconds until what is looked for is in the page and has been drawn. */
async function timeTo(path: string, what: string, { slowdown, network }: Conditions): Promise<number> {
  const { page } = await server.player();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  if (network !== undefined) {
    const bytesASecond = (network.megabits * 1e6) / 8;
    const wire = { latency: network.latency, downloadThroughput: bytesASecond, uploadThroughput: bytesASecond / 2 };
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...wire });
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript((selector) => {
    const look = (): void => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => ((window as unknown as { seenAfter: number }).seenAfter = performance.now()));
    };
    look();
  }, what);
  await page.goto(server.address + path, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(() => (window as unknown as { seenAfter?: number }).seenAfter, undefined, { timeout: 100_000 });
  const time = (await seen.jsonValue()) ?? Number.NaN;
  await server.empty();
  return time;
}

it('a board that one can move on takes its hands', async () => {
  const player = await server.player();
  await player.goto('/here/american');
  await player.click('11', '15');
  await player.sees(1);
  await server.empty();
});

it.each(conditions)('$name', async (condition) => {
  const times = new Map<string, number[]>();
  const pages = [
    { path: '/robots.txt', what: 'pre' },
    { path: '/', what: 'main h1, main h2' },
    ...boards.map((game) => ({ path: `/here/${game}`, what: '.board-cell-own' })),
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const { path, what } of pages) {
      const time = await timeTo(path, what, condition);
      times.set(path, [...(times.get(path) ?? []), time]);
    }
  }
  print(`\nTo what one came for, nothing cached, ${condition.name}; median of ${rounds}, milliseconds:`);
  const bare = median(times.get('/robots.txt') ?? []);
  for (const [path, all] of times) {
    print(`  ${path.padEnd(30)} ${number(median(all))}  (${number(Math.min(...all))} to ${number(Math.max(...all))})  ${number(median(all) / bare, 1, 5)} times the bare page`);
  }
});
