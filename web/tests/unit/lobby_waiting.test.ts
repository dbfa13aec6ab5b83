import { expect, test } from 'vitest';
import { fitting, fittingTables, lengthOfTime, lookingFor, othersTables, waitingAtTable, waitingRows } from '../../src/pages/lobby/waiting';
import { namedSeats, namedTogether } from '../../src/pages/lobby/player_names';
import { readChoice } from '../../src/pages/lobby/quick_choice';
import type { Clock, MatchSummary, Seek } from '../../src/wire';

const blitz: Clock = { kind: 'fischer', main_ms: 300_000, step_ms: 3000 };

const seek = (id: string, more: Partial<Seek> = {}): Seek => ({
  id,
  host: { id: `host of ${id}`, name: id, kind: 'guest' },
  game: 'american',
  clocks: [blitz, blitz],
  seats: 2,
  sitters: [],
  created_at: 0,
  ...more,
});
const table = (match: string, phase: MatchSummary['phase'], created_at: number): MatchSummary => ({
  match,
  phase,
  game: 'american',
  seats: [],
  created_at,
  updated_at: created_at,
});

test('all that waits stands in one list, whoever has waited longest first', () => {
  const rows = waitingRows([seek('late', { created_at: 9 }), seek('quick', { created_at: 2, quick: true })], [table('t', 'waiting', 5), table('r', 'running', 1)]);
  expect(rows.map((row) => (row.kind === 'seek' ? row.seek.id : row.match.match))).toEqual(['quick', 't', 'late']);
});

test('a quick button counts those whom the search would meet', () => {
  const seeks = [
    seek('a', { quick: true }),
    seek('b'),
    seek('mine', { host: { id: 'me', name: 'Me', kind: 'guest' } }),
    seek('rated', { rated: true }),
    seek('other game', { game: 'italian' }),
    seek('other clock', { clocks: [] }),
  ];
  const waiting = { seeks, matches: [] };
  expect(fitting(waiting, 'american', blitz, false, 'me')).toBe(2);
  expect(fitting(waiting, 'american', blitz, true, 'me'), 'rated').toBe(1);
  expect(fitting(waiting, 'american', { kind: 'none' }, false, 'me')).toBe(1);
  expect(fitting(waiting, 'american', { kind: 'fischer', main_ms: 300_000, step_ms: 5000 }, false, 'me')).toBe(0);
  expect(lookingFor(waiting, ['american'], false, 'me'), 'on any clock').toBe(3);
  expect(lookingFor(waiting, ['american'], true, 'me')).toBe(1);
  expect(lookingFor(waiting, ['italian'], false, 'me')).toBe(1);
});

test('whoever sits at an open table waits as well: on the button of that clock, and on the name of the game', () => {
  const person = (id: string) => ({ player: { id, name: id, kind: 'guest' } }) as const;
  const open = (match: string, host: string, more: Partial<MatchSummary> = {}): MatchSummary => ({ ...table(match, 'waiting', 0), clocks: [blitz, blitz], seats: [person(host), {}], ...more });
  const star = open('star', 'carl', { game: 'sternhalma:players=3', seats: [person('carl'), person('dora'), {}] });
  const matches = [open('own', 'me'), open('theirs', 'ada'), open('slow', 'bert', { clocks: [] }), open('rated', 'emil', { rated: true }), open('runs', 'fay', { phase: 'running' }), star];
  const waiting = { seeks: [seek('search')], matches };
  expect(othersTables(matches, 'american', blitz, false, 'me').map(({ match }) => match), 'nobody sits down beside themselves').toEqual(['theirs']);
  expect(fitting(waiting, 'american', blitz, false, 'me')).toBe(2);
  expect(fitting(waiting, 'american', blitz, true, 'me')).toBe(1);
  expect(lookingFor(waiting, ['american'], false, 'me'), 'on any clock').toBe(3);
  expect(lookingFor(waiting, ['sternhalma', 'sternhalma:players=3'], false, 'me')).toBe(2);
  expect(lookingFor(waiting, ['sternhalma'], false, 'me')).toBe(0);
});

test('a button for many leads to the table that is full soonest, then to the one that has waited longest, and counts who waits there', () => {
  const turn: Clock = { kind: 'turn', step_ms: 30_000, periods: 3 };
  const person = (id: string) => ({ player: { id, name: id, kind: 'guest' } }) as const;
  const computer = { player: { id: 'e', name: 'Computer', kind: 'engine' } } as const;
  const star = (match: string, created_at: number, seats: MatchSummary['seats'], more: Partial<MatchSummary> = {}): MatchSummary => ({
    ...table(match, 'waiting', created_at),
    game: 'sternhalma:players=4',
    clocks: [turn, turn, turn, turn],
    seats,
    ...more,
  });
  const two = [person('a'), person('b'), {}, {}] as const;
  const tables = [
    star('late', 9, two),
    star('early', 5, two),
    star('emptier', 1, [person('c'), {}, {}, {}]),
    star('fullest', 20, [person('d'), computer, computer, {}]),
    star('runs', 0, two, { phase: 'running' }),
    star('rated', 0, two, { rated: true }),
    star('other game', 0, two, { game: 'sternhalma:players=3' }),
    star('other clock', 0, two, { clocks: [] }),
  ];
  expect(fittingTables(tables, 'sternhalma:players=4', turn, false).map(({ match }) => match)).toEqual(['fullest', 'early', 'late', 'emptier']);
  expect(waitingAtTable(tables, 'sternhalma:players=4', turn, false, undefined), 'no computer waits').toBe(1);
  expect(waitingAtTable(tables, 'sternhalma:players=4', turn, false, 'b'), 'one’s own table, without oneself').toBe(1);
  expect(fittingTables(tables, 'sternhalma:players=4', turn, true).map(({ match }) => match)).toEqual(['rated']);
  expect(waitingAtTable(tables, 'sternhalma:players=6', turn, false, 'b')).toBe(0);
});

test('a wait is told in minutes and seconds, a long one in hours', () => {
  expect(lengthOfTime(-5)).toBe('0:00');
  expect(lengthOfTime(42_900)).toBe('0:42');
  expect(lengthOfTime(12 * 60_000 + 3000)).toBe('12:03');
  expect(lengthOfTime(2.5 * 3_600_000)).toBe('2 hours');
});

test('a table names who sits there, and no dashes for who is still missing', () => {
  const seats = [{ player: { id: 'a', name: 'Ada', kind: 'guest' } }, {}, {}, {}] as const;
  expect(namedSeats({ ...table('t', 'waiting', 0), seats })).toEqual([seats[0]]);
  expect(namedSeats({ ...table('t', 'waiting', 0), seats: [{}, {}] })).toEqual([]);
  expect(namedSeats({ ...table('t', 'running', 0), seats: [seats[0], {}] }), 'an account that was deleted').toEqual([seats[0], {}]);
});

test('what was chosen for a game at once holds again, and nothing else does', () => {
  expect(readChoice(null)).toEqual({ game: 'american', other: '', isRated: true });
  expect(readChoice({ game: 'italian', other: 'italian', isRated: false })).toEqual({ game: 'italian', other: 'italian', isRated: false });
  expect(readChoice({ game: 'chess', other: 'american', isRated: 'no' })).toEqual({ game: 'american', other: '', isRated: true });
});

test('computers of one level are named once, with how many they are; people each', () => {
  const bot = (id: string) => ({ player: { id, name: id, kind: 'engine' as const } });
  const ada = { player: { id: 'g1', name: 'Ada', kind: 'guest' as const } };
  expect(namedTogether([bot('casual'), ada, bot('casual'), bot('strong'), {}, {}, bot('casual')])).toEqual([
    { player: bot('casual').player, count: 3 },
    { player: ada.player, count: 1 },
    { player: bot('strong').player, count: 1 },
    { player: undefined, count: 1 },
    { player: undefined, count: 1 },
  ]);
});
