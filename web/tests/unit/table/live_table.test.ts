import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Line, type Socket } from '../../../src/line/line';
import type { Rules } from '../../../src/rules/types';
import { LiveTable } from '../../../src/table/live_table';
import type { ClientMessage, ClientSay, Clock, MatchEvent, Player, ServerMessage, Snapshot, Status } from '../../../src/wire';
import { testRules } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onclose: Socket['onclose'] = null;
  onmessage: Socket['onmessage'] = null;
  readonly sent: ClientMessage[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {}
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  get lines(): ClientSay[] {
    return this.sent.filter((message) => message.t === 'say');
  }
}

const ada: Player = { id: 'p1', name: 'Ada', kind: 'guest' };
const clock = { kind: 'none' } as const;
const snapshot: Snapshot = {
  match: 'm1',
  number: 0,
  setup: { match: 'm1', game: 'american', seats: [{ name: 'Red', clock }, { name: 'White', clock }], created_at: 0 },
  status: { phase: 'running', ply: 0, turn: 0 },
  now: 0,
};

let sockets: FakeSocket[];
let retry: (() => void) | undefined;
let line: Line;
let you: Player | undefined;

const last = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket;
const welcome = () => last().says({ t: 'welcome', version: '1', now: 0 });

beforeEach(() => {
  sockets = [];
  retry = undefined;
  you = undefined;
  line = new Line({
    connect: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    later: (then) => {
      retry = then;
      return () => undefined;
    },
  });
});

test('a watcher whom nobody knows enters before the first line of chat, and it is said then', async () => {
  const table = new LiveTable(rules, line, snapshot, () => you, null, async () => {
    you = ada;
    line.renew();
  });
  welcome();
  table.talk('Hello');
  expect(last().lines, 'not before there is a name to say it by').toEqual([]);
  await Promise.resolve();
  await Promise.resolve();
  welcome();
  expect(last().lines).toMatchObject([{ match: 'm1', room: 'spectators', text: 'Hello' }]);
  table.leave();
});

test('why nobody can enter is told', async () => {
  const refused = Object.assign(new Error('later'), { code: 'busy' });
  const table = new LiveTable(rules, line, snapshot, () => you, null, () => Promise.reject(refused));
  welcome();
  table.talk('Hello');
  await new Promise((done) => setTimeout(done));
  expect(table.explained.value).toEqual({ code: 'busy', rule: '', reason: 'later' });
  table.leave();
});

test('a line of chat given while the connection is lost is said when it is back, once', () => {
  you = ada;
  const table = new LiveTable(rules, line, { ...snapshot, seat: 0 }, () => you);
  welcome();
  last().onclose?.(undefined as never);
  table.talk('Still here');
  retry?.();
  welcome();
  const [said] = last().lines;
  expect(said).toMatchObject({ room: 'players', text: 'Still here' });
  last().says({ t: 'done', request: said?.request ?? '' });
  last().onclose?.(undefined as never);
  retry?.();
  welcome();
  expect(last().lines).toEqual([]);
  table.leave();
});

test('a refused line of chat is explained', () => {
  you = ada;
  const table = new LiveTable(rules, line, { ...snapshot, seat: 0 }, () => you);
  welcome();
  table.talk('!!!');
  last().says({ t: 'refused', request: last().lines[0]?.request ?? '', match: 'm1', code: 'muted', reason: 'no' });
  expect(table.explained.value).toEqual({ code: 'muted', rule: '', reason: 'no' });
  table.leave();
});

test('the computer is asked to play for somebody who is gone, and is seen in their seat until they are back', () => {
  you = ada;
  const away: Status = { phase: 'running', ply: 0, turn: 0, away: [2], actions: [['take_off', 'substitute'], [], []] };
  const names = ['Ada', 'Ben', 'Cyd'];
  const seats = names.map((name, seat) => ({ name: `Seat ${seat + 1}`, clock, player: { id: `p${seat + 1}`, name, kind: 'guest' as const } }));
  const table = new LiveTable(rules, line, { ...snapshot, seat: 0, setup: { ...snapshot.setup, game: 'sternhalma:players=3', seats }, status: away }, () => you);
  welcome();
  expect(table.state.value.actions).toContain('substitute');
  expect(table.state.value.seats.map((seat) => seat.isAway)).toEqual([false, false, true]);
  table.act('substitute');
  expect(last().sent).toContainEqual(expect.objectContaining({ t: 'command', do: { t: 'substitute' } }));
  const steady: Player = { id: 'steady', name: 'Steady', kind: 'engine' };
  const substitutes = [{ seat: 2, player: steady }];
  last().says({ t: 'events', match: 'm1', first: 1, events: [{ t: 'substituted', at: 0, seat: 2, player: steady, by: 0 }], status: { ...away, substitutes, actions: [[], [], []] }, now: 0 });
  expect(table.state.value.seats.map((seat) => seat.player?.name)).toEqual(['Ada', 'Ben', 'Steady']);
  expect(table.state.value.seats[2]?.isThere).toBe(true);
  expect(table.state.value.seats.map((seat) => seat.isAway)).toEqual([false, false, false]);
  last().says({ t: 'events', match: 'm1', first: 2, events: [{ t: 'returned', at: 0, seat: 2 }], status: { phase: 'running', ply: 0, turn: 0 }, now: 0 });
  expect(table.state.value.seats.map((seat) => seat.player?.name)).toEqual(names);
  table.leave();
});

test('a turn that was missed is the computer’s for one move, and is counted at the seat', () => {
  you = ada;
  const running: Status = { phase: 'running', ply: 0, turn: 0, clocks: [{ left_ms: 30_000, periods: 3 }, { left_ms: 30_000, periods: 3 }, { left_ms: 30_000, periods: 3 }] };
  const turns: Clock = { kind: 'turn', step_ms: 30_000, periods: 3 };
  const seats = ['Ada', 'Ben', 'Cyd'].map((name, seat) => ({ name: `Seat ${seat + 1}`, clock: turns, player: { id: `p${seat + 1}`, name, kind: 'guest' as const } }));
  const table = new LiveTable(rules, line, { ...snapshot, seat: 0, setup: { ...snapshot.setup, game: 'sternhalma:players=3', seats }, status: running }, () => you);
  welcome();
  expect(table.state.value.hands).toEqual([0]);
  expect(table.state.value.seats[0]).toMatchObject({ missed: undefined, clock: { leftMs: 30_000, periods: 0 } });
  const steady: Player = { id: 'steady', name: 'Steady', kind: 'engine' };
  const clocks = [{ left_ms: 30_000, periods: 2 }, { left_ms: 30_000, periods: 3 }, { left_ms: 30_000, periods: 3 }];
  last().says({ t: 'events', match: 'm1', first: 1, events: [{ t: 'missed', at: 0, seat: 0, player: steady }], status: { ...running, clocks, missed: { seat: 0, player: steady } }, now: 0 });
  expect(table.state.value).toMatchObject({ hands: [], isThinking: true });
  expect(table.state.value.seats[0]).toMatchObject({ missed: { count: 1, of: 3 }, player: { name: 'Steady' }, isMine: true });
  expect(table.state.value.seats[1]?.missed).toBeUndefined();
  const move = table.tree.legalMoves()[0]?.text ?? '';
  last().says({ t: 'events', match: 'm1', first: 2, events: [{ t: 'moved', at: 0, seat: 0, text: move }], status: { ...running, ply: 1, turn: 1, clocks }, now: 0 });
  expect(table.state.value.seats[0]).toMatchObject({ missed: { count: 1, of: 3 }, player: { name: 'Ada' } });
  table.leave();
});

/** Ada at the first seat, after her move has left. */
function withMoveOnItsWay() {
  you = ada;
  const table = new LiveTable(rules, line, { ...snapshot, seat: 0, status: { ...snapshot.status, actions: [['move', 'resign', 'abort'], ['resign', 'abort']] } }, () => you);
  welcome();
  table.play('11-15', [10, 14]);
  const command = last().sent.find((message) => message.t === 'command');
  return { table, request: command?.t === 'command' ? command.request : '' };
}

test('a move on its way is a part of the state, with its request, until its event comes', () => {
  const { table, request } = withMoveOnItsWay();
  expect(table.state.value.ply).toBe(0);
  expect(table.state.value.pending).toMatchObject({ request, ply: 0, move: { seat: 0, text: '11-15', captured: [] } });
  table.play('9-13', []);
  expect(last().sent.filter((message) => message.t === 'command'), 'one at a time').toHaveLength(1);
  last().says({ t: 'events', match: 'm1', first: 1, events: [{ t: 'moved', at: 0, seat: 0, text: '11-15' }], status: { phase: 'running', ply: 1, turn: 1 }, now: 0 });
  expect(table.state.value.ply).toBe(1);
  expect(table.state.value.pending).toBeNull();
  table.leave();
});

test('a move on its way stays so whatever else is refused, and its own refusal clears it', () => {
  const { table, request } = withMoveOnItsWay();
  table.talk('!!!');
  last().says({ t: 'refused', request: last().lines[0]?.request ?? '', match: 'm1', code: 'muted', reason: 'no' });
  expect(table.explained.value?.code).toBe('muted');
  expect(table.state.value.pending).toMatchObject({ request });
  table.forget();
  expect(table.state.value.pending).toMatchObject({ request });
  last().says({ t: 'refused', request, match: 'm1', code: 'store_unavailable', reason: 'no' });
  expect(table.state.value.pending).toBeNull();
  expect(table.explained.value?.code).toBe('store_unavailable');
  table.leave();
});

test('a move that the end of the match has overtaken is on its way no more', () => {
  const { table } = withMoveOnItsWay();
  const outcome = { ending: 'time', standings: [{ place: 2 }, { place: 1 }] } as const;
  last().says({ t: 'events', match: 'm1', first: 1, events: [{ t: 'flagged', at: 0, seat: 0 }, { t: 'ended', at: 0, outcome }], status: { phase: 'over', ply: 0, left: [0], outcome }, now: 0 });
  expect(table.state.value.pending).toBeNull();
  table.leave();
});

test('what a seat may do is what the server says, for its own seat alone', () => {
  you = ada;
  const actions = [['move', 'resign', 'abort'], ['resign', 'abort', 'offer_takeback']] as const;
  const at = (seat: number | undefined) => {
    const { seat: _, ...unseated } = snapshot;
    const begun = { ...unseated, ...(seat === undefined ? {} : { seat }), status: { phase: 'running', ply: 5, turn: 0, actions } } as const;
    return new LiveTable(rules, line, begun, () => you);
  };
  const tables = [at(0), at(1), at(undefined)];
  expect(tables.map((table) => table.state.value.actions)).toEqual([['move', 'resign', 'abort'], ['resign', 'abort', 'offer_takeback'], []]);
  tables[1]?.act('offer_draw');
  expect(last().sent).toEqual([]);
  for (const table of tables) table.leave();
});

test('who waits for an answer hears the no, and not that an offer was taken back', () => {
  you = ada;
  const table = new LiveTable(rules, line, { ...snapshot, seat: 0 }, () => you);
  welcome();
  const running = { phase: 'running', ply: 0, turn: 0 } as const;
  const events = (first: number, event: MatchEvent, status: Status) => last().says({ t: 'events', match: 'm1', first, events: [event], status, now: 0 });
  events(1, { t: 'draw_offered', at: 0, seat: 0 }, { ...running, draw: { seat: 0, agreed: [0] } });
  events(2, { t: 'draw_declined', at: 0, seat: 1 }, running);
  expect(table.state.value.declined).toBe(1);
  events(3, { t: 'takeback_offered', at: 0, seat: 1, moves_left: 0 }, { ...running, takeback: { seat: 1, agreed: [1] } });
  expect(table.state.value.declined).toBe(null);
  events(4, { t: 'takeback_declined', at: 0, seat: 1 }, running);
  expect(table.state.value.declined).toBe(null);
  events(5, { t: 'rematch_offered', at: 0, seat: 0 }, { phase: 'over', ply: 0, rematch: { seat: 0, agreed: [0] } });
  events(6, { t: 'rematch_declined', at: 0, seat: 1 }, { phase: 'over', ply: 0 });
  expect(table.state.value.declined).toBe(1);
  table.leave();
});

test('a report given while the connection is lost is sent when it is back, until it is answered; a refused one is explained', () => {
  you = ada;
  const table = new LiveTable(rules, line, { ...snapshot, seat: 0 }, () => you);
  welcome();
  last().onclose?.(undefined as never);
  table.report({ id: 1, author: { id: 'p2', name: 'Bo', kind: 'guest' }, text: 'rude', at: 0, isRemoved: false });
  const reports = () => last().sent.flatMap((message) => (message.t === 'report' ? [message] : []));
  retry?.();
  welcome();
  expect(reports()).toMatchObject([{ player: 'p2', match: 'm1', text: 'rude' }]);
  last().onclose?.(undefined as never);
  retry?.();
  welcome();
  expect(reports(), 'nothing was answered').toHaveLength(1);
  last().says({ t: 'refused', request: reports()[0]?.request ?? '', match: 'm1', code: 'too_many', reason: 'later' });
  expect(table.explained.value?.code).toBe('too_many');
  last().onclose?.(undefined as never);
  retry?.();
  welcome();
  expect(reports()).toEqual([]);
  table.leave();
});

test('who has been gone for long is what the server says, whoever is connected, and until then it says when', () => {
  you = ada;
  const table = new LiveTable(rules, line, { ...snapshot, seat: 0, status: { ...snapshot.status, away: [1] } }, () => you);
  welcome();
  const seat = () => table.state.value.seats[1];
  expect(seat()).toMatchObject({ isAway: true, isThere: true });
  const before = Date.now();
  last().says({ t: 'presence', match: 'm1', seats: [true, false], spectators: 0, claims_at: [0, 1_000_030_000], now: 1_000_000_000 });
  expect(table.state.value.seats[0]?.claimAt).toBeUndefined();
  expect((seat()?.claimAt ?? 0) - before, 'by this device’s own time').toBeGreaterThanOrEqual(30_000);
  expect((seat()?.claimAt ?? 0) - Date.now()).toBeLessThanOrEqual(30_000);
  last().says({ t: 'events', match: 'm1', first: 1, events: [{ t: 'returned', at: 0, seat: 1 }], status: snapshot.status, now: 0 });
  last().says({ t: 'presence', match: 'm1', seats: [true, true], spectators: 0 });
  expect(seat()).toMatchObject({ isAway: false, isThere: true, claimAt: undefined });
  table.leave();
});

describe('back at a server that has heard less of the match', () => {
  const other: Player = { id: 'p2', name: 'Bob', kind: 'guest' };
  const seats = [
    { name: 'Red', clock, player: ada },
    { name: 'White', clock, player: other },
  ];
  const begun: Snapshot = { ...snapshot, seat: 0, setup: { ...snapshot.setup, seats } };
  const moves = [{ seat: 0, text: '11-15', at: 0 }, { seat: 1, text: '24-20', at: 0 }];
  const older: Snapshot = { ...begun, number: 1, status: { phase: 'running', ply: 1, turn: 1 }, moves: moves.slice(0, 1) };
  const newer: Snapshot = { ...begun, number: 2, status: { phase: 'running', ply: 2, turn: 0 }, moves };
  const line1 = { id: 1, room: 'players', player: 'p2', name: 'Bob', text: 'hello', at: 0 } as const;

  const returned = () => {
    const table = new LiveTable(rules, line, newer, () => ada);
    welcome();
    last().onclose?.(undefined as never);
    retry?.();
    welcome();
    last().says({ t: 'snapshot', snapshot: { ...older, chat: [line1] } });
    return table;
  };
  const watched = () => last().sent.filter((message) => message.t === 'watch');

  test('no move is taken back, what was said is shown, and the server is told what is known', () => {
    const table = returned();
    expect(table.state.value.ply).toBe(2);
    expect(table.state.value.turn).toBe(0);
    expect(table.state.value.chat?.map(({ text }) => text)).toEqual(['hello']);
    expect(watched().map(({ after }) => after)).toEqual([-1, 2]);
    table.leave();
  });

  test('its older events change nothing, and the game goes on with the next one', () => {
    const table = returned();
    last().says({ t: 'events', match: 'm1', first: 2, events: [], status: older.status, now: 0 });
    expect(table.state.value.turn).toBe(0);
    const moved: MatchEvent[] = [
      { t: 'moved', at: 0, seat: 1, text: '24-20' },
      { t: 'moved', at: 0, seat: 0, text: '8-11' },
    ];
    last().says({ t: 'events', match: 'm1', first: 2, events: moved, status: { phase: 'running', ply: 3, turn: 1 }, now: 0 });
    expect(table.state.value.ply).toBe(3);
    table.leave();
  });

  test('after another break the next server is told too, before its older state counts', () => {
    const table = returned();
    last().onclose?.(undefined as never);
    retry?.();
    welcome();
    last().says({ t: 'snapshot', snapshot: older });
    expect(table.state.value.ply).toBe(2);
    expect(watched().map(({ after }) => after)).toEqual([-1, 2]);
    table.leave();
  });

  test('where its store has no more either, that is what counts', () => {
    const table = returned();
    last().says({ t: 'snapshot', snapshot: older });
    expect(table.state.value.ply).toBe(1);
    table.leave();
  });
});
