import { beforeAll, expect, test } from 'vitest';
import { GameTree, positionOf } from '../../../src/game/game_tree';
import { addMoves } from '../../../src/game/tree_record';
import type { Rules } from '../../../src/rules/types';
import { linkOf, movesOfLink, tokenOfLink } from '../../../src/game/kept/kept_link';
import type { KeptGame } from '../../../src/game/kept/kept_games';
import { LocalTable } from '../../../src/table/local_table';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

const token = 'sternhalma:players=3';
const fresh: KeptGame = {
  id: 'one',
  token,
  start: null,
  moves: [],
  levels: ['', '', ''],
  resigned: [],
  agreedDraw: false,
  isOver: false,
  begunAt: 0,
  touchedAt: 0,
};

const askedOf = (link: string) => new URL(link, 'http://here').searchParams;

/** Three play; the second gives up after the fourth move, and the other two play on. */
function oneGaveUp(): LocalTable {
  const table = value(LocalTable.open(rules, fresh, async () => undefined));
  const play = (count: number) => {
    for (let at = 0; at < count; at += 1) table.play(table.tree.legalMoves()[0]?.text ?? '', []);
  };
  play(4);
  table.act('resign');
  play(3);
  return table;
}

const begun = () => value(GameTree.begin(rules, token, null));

test('the link of a star tells who left, and all its moves are played', () => {
  const table = oneGaveUp();
  const asked = askedOf(table.sharing().link);
  expect(asked.get('out')).toBe('2@4');
  const tree = begun();
  expect(addMoves(tree, movesOfLink(asked))).toEqual([]);
  expect(tree.mainLine().map(({ seat }) => seat)).toEqual([0, 1, 2, 0, 2, 0, 2]);
  expect(tree.mainLine()[3]?.leavings).toEqual([{ seat: 1, how: 'resigned' }]);
});

test('the computer is told who had left by the position that it is asked about', () => {
  const tree = begun();
  addMoves(tree, movesOfLink(askedOf(oneGaveUp().sharing().link)));
  const line = tree.mainLine();
  expect(positionOf(tree, line[6] ?? tree.root)).toMatchObject({ token, moves: line.map(({ text }) => text), out: [{ seat: 1, ply: 4 }] });
  expect(positionOf(tree, line[3] ?? tree.root).out).toEqual([{ seat: 1, ply: 4 }]);
  expect(positionOf(tree, line[2] ?? tree.root).out).toEqual([]);
  const early = begun();
  value(early.leave(2, 'resigned'));
  expect(positionOf(early, early.root).out).toEqual([{ seat: 2, ply: 0 }]);
});

test('CC-22: a link says what becomes of the pieces of who left; an older one does not, and they stay', () => {
  const link = linkOf({ ...fresh, resigned: [{ seat: 1, ply: 0 }] }, true);
  const [path = ''] = link.split('?');
  const told = decodeURIComponent(path.replace('/analysis/', ''));
  expect(told).toBe('sternhalma:players=3,leave=removed');
  expect(tokenOfLink(told, askedOf(link))).toBe(told);
  expect(tokenOfLink(token, askedOf(link))).toBe('sternhalma:players=3,leave=stay');
  expect(tokenOfLink(token, new URLSearchParams('moves=d5-e5'))).toBe(token);
  expect(tokenOfLink('sternhalma:hop=super', askedOf(link))).toBe('sternhalma:hop=super');
  const staying = linkOf({ ...fresh, token: 'sternhalma:players=6,leave=stay', resigned: [{ seat: 1, ply: 0 }] }, true);
  expect(decodeURIComponent(staying)).toContain('players=6,leave=stay?');
});

test('who ran out of time is told as that; in draughts a leaving ends the game, and stays out of its link', () => {
  const resigned = [{ seat: 2, ply: 0, isByTime: true }];
  const asked = askedOf(linkOf({ ...fresh, resigned }, true));
  expect(movesOfLink(asked)).toEqual([{ leaves: 2, leaving: 'ran out of time' }]);
  expect(askedOf(linkOf({ ...fresh, token: 'american', resigned }, false)).has('out')).toBe(false);
});

test.each([
  ['a move that is none', { moves: 'd5-d5', out: '' }, 'd5-d5'],
  ['a seat that nobody has', { moves: '', out: '9@0' }, 'resigned'],
  ['a leaving after the last move', { moves: '', out: '1@5' }, '1@5'],
  ['what tells of nobody', { moves: '', out: 'two@1' }, 'two@1'],
])('of a link %s is found fault with', (_, asked, text) => {
  const [fault] = addMoves(begun(), movesOfLink(new URLSearchParams(asked)));
  expect(fault).toMatchObject({ text, refusal: { ok: false } });
});
