import { beforeEach, expect, test } from 'vitest';
import type { ClientMessage, ServerMessage } from '../wire';
import { Line, type Follower, type Socket } from './line';

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onclose: Socket['onclose'] = null;
  onmessage: Socket['onmessage'] = null;
  readonly sent: ClientMessage[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.isClosed = true;
  }
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.onclose?.(undefined as never);
  }
  welcomes(): void {
    this.says({ t: 'welcome', version: '1', now: 0 });
  }
}

interface Waiting {
  readonly then: () => void;
  readonly ms: number;
}

let sockets: FakeSocket[];
let waiting: Set<Waiting>;
let line: Line;

const last = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket;

/** Lets the timers come due that wait for at most so long. */
function pass(most: number): void {
  for (const one of [...waiting]) {
    if (one.ms > most) continue;
    waiting.delete(one);
    one.then();
  }
}

beforeEach(() => {
  sockets = [];
  waiting = new Set();
  line = new Line({
    connect: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    later: (then, ms) => {
      const one = { then, ms };
      waiting.add(one);
      return () => waiting.delete(one);
    },
  });
});

function follower(match: string, after = -1): Follower & { heard: ServerMessage[]; at: number } {
  const heard: ServerMessage[] = [];
  return {
    match,
    at: after,
    heard,
    after() {
      return this.at;
    },
    hear: (message) => heard.push(message),
  };
}

test('it opens when somebody follows, and asks once the server has spoken', () => {
  expect(sockets).toHaveLength(0);
  line.follow(follower('a'));
  expect(line.state.value).toBe('opening');
  expect(last().sent).toEqual([]);
  last().welcomes();
  expect(line.state.value).toBe('open');
  expect(last().sent).toEqual([{ t: 'watch', match: 'a', after: -1 }]);
});

test('after a break it comes back and asks for what is missing', () => {
  const one = follower('a');
  line.follow(one);
  last().welcomes();
  one.at = 41;
  last().breaks();
  expect(line.state.value).toBe('lost');
  expect(sockets).toHaveLength(1);
  pass(1000);
  expect(sockets).toHaveLength(2);
  expect(line.state.value, 'not better before the server speaks').toBe('lost');
  last().welcomes();
  expect(last().sent).toEqual([{ t: 'watch', match: 'a', after: 41 }]);
});

test('a command without an answer is said again, by the same name; an answered one is not', () => {
  line.follow(follower('a'));
  last().welcomes();
  line.command({ t: 'command', request: 'r1', match: 'a', after: 3, do: { t: 'move', text: '11-15' } });
  line.command({ t: 'command', request: 'r2', match: 'a', after: 3, do: { t: 'resign' } });
  line.answered('r2');
  last().breaks();
  pass(1000);
  last().welcomes();
  const said = last().sent.filter((message) => message.t === 'command');
  expect(said.map((message) => message.request)).toEqual(['r1']);
});

test('a refused command is answered', () => {
  line.follow(follower('a'));
  last().welcomes();
  line.command({ t: 'command', request: 'r1', match: 'a', after: 3, do: { t: 'resign' } });
  last().says({ t: 'refused', request: 'r1', code: 'over', reason: 'over' });
  last().breaks();
  pass(1000);
  last().welcomes();
  expect(last().sent.filter((message) => message.t === 'command')).toEqual([]);
});

test('a command given while the connection is lost goes out when it is back', () => {
  line.follow(follower('a'));
  last().welcomes();
  last().breaks();
  line.command({ t: 'command', request: 'r1', match: 'a', after: 3, do: { t: 'move', text: '11-15' } });
  pass(1000);
  last().welcomes();
  expect(last().sent.map((message) => message.t)).toEqual(['watch', 'command']);
});

test('pauses grow while the server is away, and are short again once it was there', () => {
  line.follow(follower('a'));
  const pauses: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    last().breaks();
    const [one] = waiting;
    pauses.push(one?.ms ?? 0);
    pass(Infinity);
  }
  expect(Math.max(...pauses)).toBeLessThanOrEqual(15_000 * 1.25);
  expect(pauses[8] ?? 0).toBeGreaterThan(5000);
  last().welcomes();
  last().breaks();
  expect(Math.min(...[...waiting].map((one) => one.ms))).toBeLessThan(600);
});

test('a device that leaves its network has lost the line at once, and comes back when the network does', () => {
  line.listen(() => undefined);
  last().welcomes();
  line.leave();
  expect(line.state.value).toBe('lost');
  pass(5000);
  expect(sockets.length, 'no use in trying at once').toBe(1);
  line.hurry();
  expect(sockets.length).toBe(2);
  last().welcomes();
  expect(line.state.value).toBe('open');
});

test('silence is asked about, and more silence is taken for a break', () => {
  line.follow(follower('a'));
  last().welcomes();
  pass(20_000);
  expect(last().sent.at(-1)?.t).toBe('ping');
  const first = last();
  pass(10_000);
  expect(first.isClosed).toBe(true);
  expect(line.state.value).toBe('lost');
});

test('when nobody listens any more it closes and stays closed', () => {
  const stop = line.follow(follower('a'));
  last().welcomes();
  stop();
  expect(last().sent.at(-1)).toEqual({ t: 'leave', match: 'a' });
  expect(last().isClosed).toBe(true);
  last().breaks();
  pass(Infinity);
  expect(sockets).toHaveLength(1);
  expect(line.state.value).toBe('closed');
});

test('what stands is said anew on each connection until it is taken back', () => {
  line.listen(() => undefined);
  last().welcomes();
  line.stand('lobby', { t: 'lobby', on: true });
  expect(last().sent).toEqual([{ t: 'lobby', on: true }]);
  last().breaks();
  pass(1000);
  last().welcomes();
  expect(last().sent).toEqual([{ t: 'lobby', on: true }]);
  line.stand('lobby', undefined);
  last().breaks();
  pass(1000);
  last().welcomes();
  expect(last().sent).toEqual([]);
});

test('what is not JSON is passed over', () => {
  const one = follower('a');
  line.follow(one);
  last().onmessage?.({ data: '{' });
  last().onmessage?.({ data: new ArrayBuffer(1) });
  expect(one.heard).toEqual([]);
});

test('a moment of the server is known by what it said its time was, and again by its next word', () => {
  line.listen(() => undefined);
  expect(line.momentOf(5000)).toBeUndefined();
  last().says({ t: 'welcome', version: '1', now: 5000 });
  const moment = line.momentOf(5000) ?? Number.NaN;
  expect(Math.abs(performance.now() - moment)).toBeLessThan(1000);
  expect(line.momentOf(6000)).toBe(moment + 1000);
  last().says({ t: 'pong', mark: 0, now: 100_000 });
  expect(Math.abs((line.momentOf(100_000) ?? Number.NaN) - performance.now())).toBeLessThan(1000);
});
