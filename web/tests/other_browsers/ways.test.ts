// The main ways in the other browsers that people have: a game of each kind against the computer, an invitation, analysis.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../../src/messages/messages';
import type { MatchMade, ServerSnapshot } from '../../src/wire';
import { TestServer } from '../browser/support/test_server';
import { until } from '../browser/support/player';
import { Visitor, type Driver } from './driver';
import { firefox } from './firefox';
import { webkit } from './webkit';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.open();
});
afterAll(() => server?.close());

/** Somebody elsewhere, who is known by a cookie. */
async function host(): Promise<(path: string, body?: object) => Promise<unknown>> {
  let cookie = '';
  const ask = async (path: string, body?: object) => {
    const made = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(server.address + path, { ...made, headers: { 'Content-Type': 'application/json', Cookie: cookie } });
    cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ') || cookie;
    return answer.json();
  };
  await ask('/api/guest', { name: 'Ada' });
  return ask;
}

describe.each([
  ['Firefox', firefox],
  ['WebKit', webkit],
] as const)('%s', (_, open) => {
  let driver: Driver;
  let visitor: Visitor;

  beforeAll(async () => {
    driver = await open();
    visitor = new Visitor(driver, server.address);
  });
  afterAll(() => driver?.close());

  it.each(['american', 'sternhalma'])('a game of %s against the computer', async (game) => {
    await visitor.goto('/');
    await visitor.press(`section[aria-labelledby="featured-${game}"] button`, say('home.computer'));
    await visitor.says(say('table.turn.you'));
    const before = await visitor.count('.move');
    await visitor.press('.board-cell-own[aria-label*="can move"]');
    await visitor.press('.board-cell-target');
    await visitor.sees(before + 2); // one's own, and the answer
    await visitor.says(say('table.turn.you'));
  });

  it('an invitation', async () => {
    const ask = await host();
    const made = (await ask('/api/matches', { game: 'american', seats: [{ t: 'open' }, { t: 'me' }], draw_seats: false })) as MatchMade;
    await visitor.goto(made.path);
    await visitor.says(say('table.turn.you'));
    await visitor.press(visitor.cell('11'));
    await visitor.press(visitor.cell('15'));
    await visitor.sees(1);
    const moves = async () => ((await ask(`/api/matches/${made.match}`)) as ServerSnapshot).snapshot.moves?.map(({ text }) => text);
    await until(moves, (found) => found?.join() === '11-15', 'the move at the server');
  });

  it('analysis', async () => {
    await visitor.goto('/analysis/flying-king');
    await visitor.press(visitor.cell('22'));
    await visitor.press(visitor.cell('17'));
    await until(() => visitor.count('.found-line'), (found) => found > 0, 'what the computer thinks');
    expect(await visitor.text('.found-line')).not.toBe('');
  });
});
