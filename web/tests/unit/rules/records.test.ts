import { beforeAll, describe, expect, it } from 'vitest';
import { testRules, value } from './modules';
import type { Rules } from '../../../src/rules/types';

let rules: Rules;

beforeAll(async () => {
  rules = await testRules();
});

// A mixed sequence of numbers, the same in every run.
function mixedNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
}

/** The moves of a game in which each is any of the legal ones. */
function randomGame(token: string, most: number, seed: number): string[] {
  const next = mixedNumbers(seed);
  const game = value(rules.start(token));
  const played: string[] = [];
  while (!game.outcome().isOver && played.length < most) {
    const moves = value(game.legalMoves());
    const move = moves[(next() >>> 8) % moves.length];
    if (move === undefined) break;
    played.push(value(game.play(move)).text);
  }
  return played;
}

describe('a long game', () => {
  it.each([
    ['american', 300],
    ['flying-king', 300],
    ['international', 300],
    ['russian', 300],
    ['sternhalma:players=2', 300],
    ['sternhalma:players=6,hop=symmetric', 120],
  ])('of %s is replayed, written, read and replayed to the same position', async (token, most) => {
    await rules.prepare(token);
    const moves = randomGame(token, most, 7);
    expect(moves.length).toBeGreaterThan(20);
    const replayed = value(rules.replay(token, moves));
    const text = value(
      await rules.writeRecord({ token, tags: [['Event', 'A "long" game']], moves: moves.map((move) => ({ move })) }),
    );
    const [read] = await rules.readRecords(text);
    if (read === undefined) throw new Error('nothing was read');
    const { record, notes } = value(read);
    expect(notes).toEqual([]);
    expect(record.token).toBe(replayed.token);
    expect(record.tags).toContainEqual(['Event', 'A "long" game']);
    const again = value(
      rules.replay(
        record.token,
        record.moves.map((node) => node.move ?? ''),
      ),
    );
    expect(again.position()).toBe(replayed.position());
    expect(again.outcome()).toEqual(replayed.outcome());
  });
});

describe('records', () => {
  it('keep remarks, signs, clocks and variations', async () => {
    const draft = {
      token: 'american',
      places: [1, 2],
      comments: ['before anything'],
      moves: [
        { move: '11-15', nags: [1], comments: ['two\nlines \\ here'] },
        {
          move: '23-19',
          clocks: ['[%clk 0:12:34]'],
          variations: [[{ move: '22-17', comments: ['quieter'] }, { move: '8-11' }], [{ move: '24-20' }]],
        },
        { move: '8-11', commentsBefore: ['the old reply'] },
      ],
    };
    const text = value(await rules.writeRecord(draft));
    const read = (await rules.readRecords(text))[0];
    if (read === undefined) throw new Error('nothing was read');
    const { record } = value(read);
    expect(record.result).toBe('1-0');
    expect(record.places).toEqual([1, 2]);
    expect(record.moves.map((node) => node.move)).toEqual(['11-15', '23-19', '8-11']);
    expect(record.moves[0]?.nags).toEqual([1]);
    expect(record.moves[0]?.comments?.[0]?.replace(/\s+/g, ' ')).toBe('two lines \\ here');
    expect(record.moves[1]?.clocks).toEqual(['[%clk 0:12:34]']);
    expect(record.moves[1]?.variations?.map((line) => line.map((node) => node.move))).toEqual([
      ['22-17', '8-11'],
      ['24-20'],
    ]);
    expect(value(await rules.writeRecord(record))).toBe(text);
  });

  it('are refused with the move that is wrong, the others are read', async () => {
    const good = value(await rules.writeRecord({ token: 'american', moves: [{ move: '11-15' }] }));
    const results = await rules.readRecords(`[GameType "21"]\n1. 11-15 23-24 *\n\n${good}`);
    expect(results.map((result) => result.ok)).toEqual([false, true]);
    expect(!(results[0] as { ok: boolean }).ok && (results[0] as { reason: string }).reason).toContain('23-24');
    expect(await rules.writeRecord({ token: 'american', moves: [{ move: '11-18' }] })).toMatchObject({ ok: false });
    expect(await rules.writeRecord({ token: 'no such game', moves: [] })).toMatchObject({ ok: false });
  });

  it('take no more games than asked for, and nothing from nothing', async () => {
    const good = value(await rules.writeRecord({ token: 'american', moves: [{ move: '11-15' }] }));
    expect(await rules.readRecords(`${good}\n${good}\n${good}`, 'american', 2)).toHaveLength(2);
    expect(await rules.readRecords('')).toEqual([]);
  });
});
