import { beforeAll, expect, test } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import type { KeptGame } from '../../../src/table/kept_games';
import { explainAt, LocalTable } from '../../../src/table/local_table';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

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

const pointOf = (table: LocalTable, label: string) => table.timeline.layout.points.findIndex((point) => point.label === label);

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
  expect(again.table.timeline.frame(2).pieces).toEqual(first.table.timeline.frame(2).pieces);
  expect(again.table.state.value.turn).toBe(0);
});

test('a star move keeps its whole way', () => {
  const { table, kept } = openedWith({ token: 'sternhalma' });
  const hop = table.timeline.legalMoves().find((move) => move.path.length > 1);
  if (hop === undefined) throw new Error('there are moves');
  table.play(hop.text, hop.path);
  const text = hop.path.map((point) => table.timeline.layout.points[point]?.label).join('-');
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
  expect(explainAt(table.timeline, pointOf(table, '12'), pointOf(table, '16'))?.rule).toBe('AM-7');
  expect(explainAt(table.timeline, pointOf(table, '12'), null)?.rule).toBe('AM-7');
  const start = openedWith().table;
  expect(explainAt(start.timeline, pointOf(start, '1'), null)?.rule).toBe('AM-4');
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
  const [from, to] = table.timeline.frame(0).pieces.filter((piece) => piece.seat === 0).map((piece) => piece.point);
  if (from === undefined || to === undefined) throw new Error('there are pieces');
  expect(explainAt(table.timeline, from, to).code).toBe('occupied');
  expect(explainAt(table.timeline, from, to).rule).not.toBe('');
});

test('an action that is not offered does nothing', () => {
  const { table, kept } = openedWith();
  table.act('resign');
  expect(table.state.value.phase).toBe('running');
  expect(kept().resigned).toEqual([]);
});

test('in the star one resigns and the others play on', () => {
  const { table, kept } = openedWith({ token: 'sternhalma:players=3', levels: ['', '', ''] });
  table.play(table.timeline.legalMoves()[0]?.text ?? '', []);
  table.act('resign');
  expect(table.state.value.phase).toBe('running');
  expect(table.state.value.turn).toBe(2);
  expect(table.state.value.seats[1]?.isOut).toBe(true);
  expect(openedWith(kept()).table.state.value.turn).toBe(2);
});
