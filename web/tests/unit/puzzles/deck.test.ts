import { describe, expect, test } from 'vitest';
import { levelOf, levels, nextPuzzle, puzzlesOf, readDeck, type Deck } from '../../../src/pages/puzzles/deck';

const header = 'id,game,position,moves,effort,gives,takes';
const line = (id: string, more: Partial<Record<'game' | 'position' | 'moves' | 'effort' | 'gives' | 'takes', string>> = {}) => {
  const { game = 'american', position = 'W:W23,30,31:B14,15,18,22', moves = '30-26 18x27 26x10', effort = '120', gives = '1', takes = '2' } = more;
  return `${id},${game},"${position}",${moves},${effort},${gives},${takes}`;
};
const deckOf = (...lines: readonly string[]): Deck => readDeck([header, ...lines, ''].join('\n'), 'american');

describe('a deck is read', () => {
  test('with all that its lines say', () => {
    const { puzzles, faults } = deckOf(line('0123abcd'));
    expect(faults).toEqual([]);
    expect(puzzles).toEqual([
      { id: '0123abcd', game: 'american', position: 'W:W23,30,31:B14,15,18,22', moves: ['30-26', '18x27', '26x10'], effort: 120, gives: 1, takes: 2 },
    ]);
  });

  test('the easiest first, also where lines end as on Windows, and where any field is quoted', () => {
    const text = `\uFEFF${header}\r\n${line('00000001', { effort: '90' })}\r\n"00000002","american","W:W9:B1","9-5","7","0","0"\r\n`;
    const { puzzles, faults } = readDeck(text, 'american');
    expect(faults).toEqual([]);
    expect(puzzles.map(({ id }) => id)).toEqual(['00000002', '00000001']);
  });

  test('with its columns in any order, and others among them', () => {
    const { puzzles } = readDeck('game,id,theme,moves,position,takes,gives,effort\namerican,0000000a,"a ""shot"", three for one",9-5,"W:W9:B1",0,0,3\n', 'american');
    expect(puzzles).toMatchObject([{ id: '0000000a', moves: ['9-5'], effort: 3 }]);
  });

  test.each([
    ['an id that is none', line('xyz'), "the id 'xyz' is not 8 hexadecimal digits"],
    ['an id that stands there already', line('00000001'), 'the id 00000001 stands there twice'],
    ['another game', line('00000002', { game: 'russian' }), "the game is 'russian', not 'american'"],
    ['no position', line('00000002', { position: '' }), 'there is no position'],
    ['a line that ends with the answer', line('00000002', { moves: '30-26 18x27' }), "the moves '30-26 18x27' do not end with the solver's"],
    ['no moves', line('00000002', { moves: '' }), "the moves '' do not end with the solver's"],
    ['two blanks between moves', line('00000002', { moves: '30-26  18x27' }), "the moves '30-26  18x27' do not end with the solver's"],
    ['an effort that is no number', line('00000002', { effort: 'much' }), 'effort, gives and takes are not whole numbers'],
    ['a field too few', '00000002,american', '2 fields instead of 7'],
    ['a quote that never ends', '00000002,american,"W:W9', '0 fields instead of 7'],
  ])('without a line that has %s', (_, bad, reason) => {
    const { puzzles, faults } = deckOf(line('00000001'), bad, line('0000000f'));
    expect(faults).toContainEqual({ line: 3, reason });
    expect(puzzles.map(({ id }) => id)).toContain('00000001');
  });

  test('after a bad line the good ones go on', () => {
    const { puzzles, faults } = deckOf(line('00000001'), 'x"y', '', line('0000000f'));
    expect(puzzles.map(({ id }) => id)).toEqual(['00000001', '0000000f']);
    expect(faults.map((fault) => fault.line)).toEqual([3]);
  });

  test.each(['', 'id,game,position\n', '<!doctype html>'])('not where it is none: %j', (text) => {
    expect(() => readDeck(text, 'american')).toThrow('the puzzles of american have no column');
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, at) => (at + 1).toString(16).padStart(8, '0'));
const ten = deckOf(...ids(10).map((id, at) => line(id, { effort: String(100 - at) })));

test('each level has a third', () => {
  expect(levels.map((level) => puzzlesOf(ten, level).length)).toEqual([3, 4, 3]);
  expect(levels.flatMap((level) => puzzlesOf(ten, level))).toEqual(ten.puzzles);
  for (const level of levels) for (const puzzle of puzzlesOf(ten, level)) expect(levelOf(ten, puzzle)).toBe(level);
});

describe('the next puzzle', () => {
  const allOf = (...chosen: readonly (typeof levels)[number][]) => new Set(chosen.flatMap((level) => puzzlesOf(ten, level).map(({ id }) => id)));
  const idsFound = (choice: Parameters<typeof nextPuzzle>[1]) => {
    const found = new Set(Array.from({ length: 20 }, (_, at) => nextPuzzle(ten, choice, () => at / 20)?.id));
    return [...found].sort();
  };

  test('is any of the level that is not solved, and not the last one', () => {
    const [first, second, third] = puzzlesOf(ten, 'easy').map(({ id }) => id);
    expect(idsFound({ level: 'easy', solved: new Set() })).toEqual([first, second, third].sort());
    expect(idsFound({ level: 'easy', solved: new Set([first ?? '']), last: second })).toEqual([third]);
  });

  test('is a harder one where the level is done, then an easier one', () => {
    expect(idsFound({ level: 'easy', solved: allOf('easy') })).toEqual([...allOf('medium')].sort());
    expect(idsFound({ level: 'medium', solved: allOf('medium', 'hard') })).toEqual([...allOf('easy')].sort());
    expect(idsFound({ level: 'hard', solved: allOf('hard') })).toEqual([...allOf('medium')].sort());
  });

  test('is the last one where nothing else is left', () => {
    const [first, ...others] = ten.puzzles.map(({ id }) => id);
    expect(idsFound({ level: 'hard', solved: new Set(others), last: first })).toEqual([first]);
  });

  test('is one of the level again where all are solved', () => {
    const [last, ...others] = [...allOf('medium')];
    expect(idsFound({ level: 'medium', solved: allOf('easy', 'medium', 'hard'), last })).toEqual(others.sort());
  });

  test('is there also in a deck of one, and not in an empty one', () => {
    const one = deckOf(line('00000001'));
    for (const level of levels) expect(nextPuzzle(one, { level, solved: new Set(['00000001']), last: '00000001' })?.id).toBe('00000001');
    expect(nextPuzzle(deckOf(), { level: 'easy', solved: new Set() })).toBeUndefined();
  });
});
