import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import type { KeptGame } from '../../../src/game/kept/kept_games';
import { explainAt } from '../../../src/game/reasons/attempt';
import { LocalTable } from '../../../src/table/local_table';
import { keptRecord } from '../../../src/pages/analysis/review';
import { draftOf, treeFromRecord } from '../../../src/game/tree_record';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

afterEach(() => vi.useRealTimers());

const fresh: KeptGame = {
  id: 'one',
  token: 'american',
  start: null,
  moves: [],
  levels: ['', ''],
  resigned: [],
  agreedDraw: false,
  isOver: false,
  begunAt: 0,
  touchedAt: 0,
};

function openedWith(change: Partial<KeptGame> = {}): { table: LocalTable; kept: () => KeptGame } {
  let last: KeptGame = { ...fresh, ...change };
  const keep = async (game: KeptGame) => {
    last = game;
  };
  return { table: value(LocalTable.open(rules, last, keep)), kept: () => last };
}

const pointOf = (table: LocalTable, label: string) => table.tree.layout.points.findIndex((point) => point.label === label);

test('two at one screen: each move is kept, and the other side is to move', () => {
  const { table, kept } = openedWith();
  expect(table.state.value.hands).toEqual([0, 1]);
  table.play('11-15', []);
  expect(table.state.value.turn).toBe(1);
  expect(kept().moves).toEqual(['11-15']);
});

test('a game is taken up where it was left', () => {
  const first = openedWith();
  first.table.play('11-15', []);
  first.table.play('22-18', []);
  const again = openedWith(first.kept());
  expect(again.table.tree.nodeAt(2).pieces).toEqual(first.table.tree.nodeAt(2).pieces);
  expect(again.table.state.value.turn).toBe(0);
});

test('a star move keeps its whole way', () => {
  const { table, kept } = openedWith({ token: 'sternhalma' });
  const hop = table.tree.legalMoves().find((move) => move.path.length > 1);
  if (hop === undefined) throw new Error('there are moves');
  table.play(hop.text, hop.path);
  const text = hop.path.map((point) => table.tree.layout.points[point]?.label).join('-');
  expect(kept().moves).toEqual([text]);
});

test('an illegal move is explained and not kept', () => {
  const { table, kept } = openedWith({ moves: ['11-15', '22-18'] });
  table.play('12-16', []);
  expect(table.explained.value?.rule).toBe('AM-7');
  expect(kept().moves).toHaveLength(2);
  table.forget();
  expect(table.explained.value).toBeNull();
});

test('a piece that cannot move is explained by the rule that holds it', () => {
  const { table } = openedWith({ moves: ['11-15', '22-18'] });
  expect(explainAt(table.tree, pointOf(table, '12'), pointOf(table, '16'))?.rule).toBe('AM-7');
  expect(explainAt(table.tree, pointOf(table, '12'), null)?.rule).toBe('AM-7');
  const start = openedWith().table;
  expect(explainAt(start.tree, pointOf(start, '1'), null)?.rule).toBe('AM-4');
});

test('taking back, resigning and agreeing', () => {
  const { table, kept } = openedWith({ moves: ['11-15', '24-20', '15-18'] });
  table.act('take_back');
  expect(table.state.value.ply).toBe(2);
  expect(kept().moves).toHaveLength(2);
  table.act('offer_draw');
  expect(table.state.value.ended?.outcome.isDraw).toBe(true);
  expect(table.state.value.actions, 'what is over stays over').toEqual([]);
  expect(openedWith(kept()).table.state.value.phase).toBe('over');

  const other = openedWith({ moves: ['11-15', '24-20'] });
  other.table.act('resign');
  expect(other.table.state.value.ended?.ending).toBe('resignation');
  expect(other.table.state.value.seats.map((seat) => seat.place)).toEqual([2, 1]);
  expect(openedWith(other.kept()).table.state.value.phase).toBe('over');
});

test('a move onto a piece of the star is told as that, not as the general rule', () => {
  const { table } = openedWith({ token: 'sternhalma' });
  const [from, to] = table.tree.nodeAt(0).pieces.filter((piece) => piece.seat === 0).map((piece) => piece.point);
  if (from === undefined || to === undefined) throw new Error('there are pieces');
  expect(explainAt(table.tree, from, to).code).toBe('occupied');
  expect(explainAt(table.tree, from, to).rule).not.toBe('');
});

test('a piece of the star with pieces all around is told as that, and not as a rule of moving', () => {
  const { table } = openedWith({ token: 'sternhalma' });
  const movable = new Set(table.tree.legalMoves().map((move) => move.path[0]));
  const own = table.tree.nodeAt(0).pieces.filter((piece) => piece.seat === 0).map((piece) => piece.point);
  const told = own.filter((point) => !movable.has(point)).map((point) => explainAt(table.tree, point, null).code);
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told)).toEqual(new Set(['shut_in']));
});

test('an action that is not offered does nothing', () => {
  const { table, kept } = openedWith();
  table.act('resign');
  expect(table.state.value.phase).toBe('running');
  expect(kept().resigned).toEqual([]);
});

test('in the star one resigns and the others play on', () => {
  const { table, kept } = openedWith({ token: 'sternhalma:players=3', levels: ['', '', ''] });
  table.play(table.tree.legalMoves()[0]?.text ?? '', []);
  table.act('resign');
  expect(table.state.value.phase).toBe('running');
  expect(table.state.value.turn).toBe(2);
  expect(table.state.value.seats[1]?.isOut).toBe(true);
  expect(openedWith(kept()).table.state.value.turn).toBe(2);
});

test('with a clock each seat spends its own time, its first move none', () => {
  vi.useFakeTimers();
  const { table, kept } = openedWith({ clock: { kind: 'fischer', main_ms: 60_000, step_ms: 2000 } });
  const left = () => table.state.value.seats.map(({ clock }) => clock?.leftMs);
  vi.advanceTimersByTime(30_000);
  expect(table.state.value.running).toBe(null);
  table.play('11-15', []);
  table.play('22-18', []);
  expect(left()).toEqual([60_000, 60_000]);
  expect(table.state.value.running).toBe(0);
  vi.advanceTimersByTime(10_000);
  table.play('15x22', []);
  expect(left()).toEqual([52_000, 60_000]);
  expect(kept().times).toEqual([{ mainMs: 52_000, periods: 0 }, { mainMs: 60_000, periods: 0 }]);
  // Nobody looks: the clock stands, and goes on from there.
  vi.advanceTimersByTime(5000);
  table.leave();
  vi.advanceTimersByTime(600_000);
  const again = openedWith(kept()).table;
  expect(again.state.value.seats[1]?.clock?.leftMs).toBe(55_000);
  expect(again.state.value.ended).toBe(null);
});

test('the time thought so far is kept when the page goes away without a word', () => {
  vi.useFakeTimers();
  const { table, kept } = openedWith({ clock: { kind: 'fischer', main_ms: 60_000, step_ms: 2000 }, moves: ['11-15', '22-18'] });
  vi.advanceTimersByTime(5000);
  table.keepTime();
  expect(openedWith(kept()).table.state.value.seats[0]?.clock?.leftMs).toBe(55_000);
  // The page was only put by, and comes back: no second is counted twice.
  vi.advanceTimersByTime(1000);
  table.keepTime();
  expect(kept().times?.[0]?.mainMs).toBe(54_000);
});

test('whose time runs out has lost, by time', () => {
  vi.useFakeTimers();
  const { table, kept } = openedWith({ clock: { kind: 'delay', main_ms: 10_000, step_ms: 3000 } });
  for (const move of ['11-15', '22-18', '15x22']) table.play(move, []);
  vi.advanceTimersByTime(12_900);
  expect(table.state.value.ended).toBe(null);
  vi.advanceTimersByTime(200);
  expect(table.state.value.ended?.ending).toBe('time');
  expect(table.state.value.seats.map(({ place }) => place)).toEqual([1, 2]);
  expect(openedWith(kept()).table.state.value.ended?.ending).toBe('time');
});

test('one’s time out of three ends that one’s game, and the others play on', () => {
  vi.useFakeTimers();
  const { table } = openedWith({ token: 'sternhalma:players=3', levels: ['', '', ''], clock: { kind: 'fischer', main_ms: 10_000 } });
  const play = () => {
    const [move] = table.tree.legalMoves();
    if (move === undefined) throw new Error('there are moves');
    table.play(move.text, move.path);
  };
  for (let at = 0; at < 3; at += 1) play();
  vi.advanceTimersByTime(10_001);
  expect(table.state.value.ended).toBe(null);
  expect(table.state.value.seats[0]?.isOut).toBe(true);
  expect(table.state.value.turn).toBe(1);
  expect(table.state.value.running).toBe(1);
});

test.each([
  ['flying-king', 'W:WK32:B1,23', '32', '18', 'FK-9', 'a king captures near'],
  ['flying-king', 'W:WK32:B1,27,23', '32', '18', 'FK-9', 'not two in a row'],
  ['flying-king', 'W:WK32,18:B1', '32', '14', 'FK-6', 'not over its own'],
  ['flying-king', 'W:WK32:B1', '32', '31', 'FK-6', 'a king goes diagonally'],
  ['flying-king', 'W:W14:B1,18', '14', '23', 'FK-8', 'a man captures forward'],
  ['flying-king', 'W:W18:B1', '18', '22', 'FK-4', 'a man moves forward'],
  ['flying-king', 'W:W18,K32:B1,15', '32', '28', 'FK-7', 'a capture is owed'],
  ['american', 'W:W14:B1,18', '14', '23', 'AM-5', 'a man jumps forward'],
  ['american', 'W:W18:B1', '18', '22', 'AM-4', 'a man moves forward'],
  ['american', 'B:W15:B1,11', '1', '5', 'AM-7', 'a jump is owed'],
  ['american', 'W:W14,22:B1,18,17', '14', '23', 'AM-5', 'a man jumps forward, also while a jump is owed'],
  ['american', 'B:W25,26,12:B21', '21', '23', 'AM-9', 'crowning ends the move'],
  ['flying-king', 'W:WK32,22:B1,23,17', '32', '18', 'FK-9', 'a king captures near, also while a capture is owed'],
  ['flying-king', 'W:W11:B7,6,20', '11', '9', 'FK-5', 'crowning ends the move'],
])('%s, %s, %s to %s is answered by %s: %s', (token, start, from, to, rule) => {
  const { table } = openedWith({ token, start });
  expect(explainAt(table.tree, pointOf(table, from), pointOf(table, to)).rule).toBe(rule);
});

test('a capture that is left on the way is answered by the rule that it goes on', () => {
  for (const [token, rule] of [['flying-king', 'FK-10'], ['american', 'AM-7']] as const) {
    const { table } = openedWith({ token, start: 'W:WK18:B1,8,15' });
    const [from, by, to] = ['18', '11', '7'].map((label) => pointOf(table, label));
    expect(explainAt(table.tree, from ?? 0, to ?? 0, [by ?? 0]).rule).toBe(rule);
  }
});

test('a saved game names its players as the server does, with the day and how it ended', async () => {
  const { table } = openedWith({ levels: ['', 'casual'], moves: ['11-15', '22-18'], begunAt: new Date(2026, 10, 5).getTime() });
  table.act('resign');
  const { record } = table.sharing();
  if (typeof record === 'string') throw new Error('it is written here');
  const text = value(await rules.writeRecord(record));
  for (const tag of ['[White "Computer (Casual)"]', '[Black "?"]', '[Date "2026.11.05"]', '[Result "0-1"]', '[Termination "normal"]']) {
    expect(text).toContain(tag);
  }
});

test.each([
  ['american', '1/2-1/2'],
  ['flying-king', '1/2-1/2'],
  ['international', '1-1'],
])('%s: a drawn game is saved as drawn, agreed or by repetition, and once more out of its review', async (token, result) => {
  const agreed = openedWith({ token });
  for (let count = 0; count < 2; count += 1) agreed.table.play(agreed.table.tree.legalMoves()[0]?.text ?? '', []);
  agreed.table.act('offer_draw');
  const kings = openedWith({ token, start: token === 'american' ? 'B:WK29:BK4' : token === 'flying-king' ? 'W:WK29:BK4' : 'W:WK45:BK4' });
  const made: string[] = [];
  for (let count = 0; count < 60 && kings.table.state.value.phase === 'running'; count += 1) {
    const back = made.at(-2)?.split('-').reverse().join('-'); // to and fro
    const moves = kings.table.tree.legalMoves().map((move) => move.text);
    made.push(moves.find((move) => move === back) ?? moves[0] ?? '');
    kings.table.play(made.at(-1) ?? '', []);
  }
  expect(kings.table.state.value.ended?.outcome.isDraw).toBe(true);
  for (const { table, kept } of [agreed, kings]) {
    const { record } = table.sharing();
    if (typeof record === 'string') throw new Error('it is written here');
    const text = value(await rules.writeRecord(record));
    expect(text).toContain(`[Result "${result}"]`);
    const { tree } = value(treeFromRecord(rules, keptRecord(rules, kept())));
    expect(value(await rules.writeRecord(draftOf(tree))), 'out of its review').toContain(`[Result "${result}"]`);
  }
});

test('of three at one screen one resigns, and the game is saved with that', async () => {
  const { table, kept } = openedWith({ token: 'sternhalma:players=3', levels: ['', '', ''] });
  const playAny = () => table.play(table.tree.legalMoves()[0]?.text ?? '', []);
  playAny();
  table.act('resign');
  playAny();
  const { record } = table.sharing();
  if (typeof record === 'string') throw new Error('it is written here');
  expect(value(await rules.writeRecord(record))).toContain('/OUT "2 resigned"/');
  const tree = value(treeFromRecord(rules, keptRecord(rules, kept()))).tree;
  expect(tree.mainLine()).toHaveLength(2);
});
