import { beforeAll, describe, expect, it } from 'vitest';
import { testRules, thinkingTestRules, value, wholeTestRules } from './modules';
import type { Game, Move, Rules } from '../../../src/rules/types';

let rules: Rules;

beforeAll(async () => {
  rules = await wholeTestRules();
});

function game(token: string, position?: string): Game {
  return value(rules.start(token, position));
}

/** The tree by the moves that the page sees, played one by one. */
function countByPlaying(from: Game, depth: number): number {
  const moves = value(from.legalMoves());
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    const next = from.clone();
    value(next.play(move));
    nodes += countByPlaying(next, depth - 1);
    next.free();
  }
  return nodes;
}

describe('the counts of the field', () => {
  // From tests/perft, which names who published each or which independent programs agree.
  it.each([
    ['american', [7, 49, 302, 1469, 7361, 36768, 179740, 845931]],
    ['flying-king', [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963753]],
    ['international', [9, 81, 658, 4265, 27117, 167140, 1049442]],
    ['russian', [7, 49, 302, 1469, 7482, 37986, 190146, 929899]],
    ['turkish', [8, 64, 708, 7538, 85090]],
    ['sternhalma:pieces=10,rest=anywhere', [14, 196, 4760, 115600]],
    ['sternhalma', [18, 324, 9504]],
  ])('%s', (token, counts) => {
    const start = game(token);
    expect(counts.map((_, index) => value(start.perft(index + 1)))).toEqual(counts);
  });

  it.each([
    ['american', 4, 1469],
    ['international', 4, 4265],
    ['sternhalma:pieces=10,rest=anywhere', 3, 4760],
  ])('%s by playing what legalMoves gives', (token, depth, nodes) => {
    expect(countByPlaying(game(token), depth)).toBe(nodes);
  });
});

describe('the catalogue', () => {
  it('begins with the three featured games and starts every entry', () => {
    const ids = rules.catalog().map((entry) => entry.id);
    expect(ids.slice(0, 3)).toEqual(['american', 'flying-king', 'sternhalma']);
    expect(ids).toHaveLength(20);
    for (const id of ids) {
      const started = game(id);
      expect(started.token).toBe(id);
      expect(value(started.legalMoves()).length).toBeGreaterThan(0);
      started.free();
    }
  });

  it('explains the options of the star', () => {
    const options = rules.catalog().find((entry) => entry.family === 'star')?.options ?? [];
    expect(options.map((option) => option.key)).toContain('players');
    for (const option of options) expect(option.explanation).not.toBe('');
  });

  it('refuses a token that it does not know, with what it knows', () => {
    const refused = rules.start('chess');
    expect(refused).toMatchObject({ ok: false });
    expect(!refused.ok && refused.reason).toContain('american');
    expect(rules.start('american\nrussian')).toMatchObject({ ok: false });
  });
});

describe('a game', () => {
  it('says where its pieces stand on its layout', () => {
    const started = game('american');
    const { shape, points, rows, columns } = started.layout();
    expect([shape, rows, columns, points.length]).toEqual(['squares', 8, 8, 64]);
    expect(points.filter((point) => point.isPlayable)).toHaveLength(32);
    expect(started.pieces()).toHaveLength(24);
    expect([started.seatName(0), started.seatName(1), started.seatToMove()]).toEqual(['Red', 'White', 0]);
    for (const piece of started.pieces()) expect(points[piece.point]?.startOf).toBe(piece.set);
  });

  it('has a layout with half steps and a height of root three halves on the star', () => {
    const { points, turnSteps, shape } = game('sternhalma').layout();
    expect([shape, points.length, turnSteps]).toEqual(['star', 121, 6]);
    const heights = new Set(points.map((point) => point.y));
    expect([...heights].some((y) => Math.abs(y - Math.sqrt(3) / 2) < 1e-5)).toBe(true);
  });

  it('names the rule that a refused move breaks', () => {
    const started = game('american', 'B:W18:B15,2');
    const refused = started.parse('2-6');
    expect(refused).toMatchObject({ ok: false, rule: 'AM-7' });
    expect(value(started.legalMoves()).map((move) => move.text)).toEqual(['15x22']);
  });

  it('counts what will draw the game, and knows who plays together', () => {
    const game = value(rules.start('american', 'B:WK32:BK1'));
    expect(game.drawCounts()).toEqual([]);
    for (const move of ['1-5', '32-28', '5-1', '28-32']) value(game.play(move));
    expect(game.drawCounts()).toEqual([
      { rule: 'AM-15', topic: 'quiet', made: 2, limit: 40 },
      { rule: 'AM-15', topic: 'repetition', made: 2, limit: 3 },
    ]);
    game.free();
    const teams = value(rules.start('sternhalma:players=6,teams=opposite'));
    expect(teams.sides).toEqual([0, 1, 2, 0, 1, 2]);
    teams.free();
  });

  it('plays a capture by its text and tells its path, what it takes and who has won', () => {
    const started = game('american', 'B:W18:B15');
    const move = value(started.play('15x22'));
    expect(move.captured).toHaveLength(1);
    expect(move.path).toHaveLength(2);
    const outcome = started.outcome();
    expect(outcome).toMatchObject({ isOver: true, isDraw: false, rule: 'AM-10' });
    expect(outcome.standings.map((standing) => standing.place)).toEqual([1, 2]);
    expect(value(started.legalMoves())).toEqual([]);
    expect(started.play('22-26')).toMatchObject({ ok: false });
  });

  it('knows every way of a chain of hops', () => {
    const started = game('sternhalma');
    const moves = value(started.legalMoves());
    const move = moves.find((each) => each.path.length === 2) as Move;
    expect(value(started.paths(move))[0]).toEqual(move.path);
    expect(value(started.parse(move.text)).path).toEqual(move.path);
  });

  it('is cloned with its history, and the clone goes its own way', () => {
    const first = game('american');
    value(first.play('11-15'));
    const second = first.clone();
    expect(second.key()).toBe(first.key());
    value(second.play('23-19'));
    expect(second.key()).not.toBe(first.key());
    expect(first.seatToMove()).toBe(1);
    first.free();
    expect(second.position()).toContain('19');
    expect(() => first.position()).toThrow('freed');
    first.free(); // twice does no harm
    expect(game('american').pieces()).toHaveLength(24);
    expect(second.position()).toContain('19');
  });

  it('withdraws a seat of a star while the others play on', () => {
    const started = game('sternhalma:players=3');
    value(started.withdraw(1, 'resigned'));
    const outcome = started.outcome();
    expect(outcome.isOver).toBe(false);
    expect(outcome.standings[1]).toMatchObject({ place: 3, reason: 'resigned' });
  });

  it('takes a position and refuses a bad one without a change', () => {
    const started = game('flying-king');
    const before = started.position();
    expect(started.setPosition('nonsense')).toMatchObject({ ok: false });
    expect(started.position()).toBe(before);
    value(started.setPosition('W:WK1:BK32'));
    expect(started.pieces().filter((piece) => piece.isKing)).toHaveLength(2);
  });

  it('says which of many moves is wrong', () => {
    const refused = rules.replay('american', ['11-15', '23-19', '8-12']);
    expect(!refused.ok && refused.reason).toMatch(/^move 3, 8-12: /);
    expect(value(rules.replay('american', ['11-15', '23-19', '8-11'])).seatToMove()).toBe(1);
  });
});

describe('two modules', () => {
  it('start the featured games at once and the others when they have been prepared', async () => {
    const parts = await testRules();
    expect(parts.catalog()).toHaveLength(20);
    for (const token of ['american', 'flying-king', 'sternhalma:players=6,board=253', 'no such game']) {
      expect(parts.covers(token)).toBe(true);
    }
    const featured = value(parts.start('american'));
    expect(parts.covers('russian')).toBe(false);
    expect(parts.start('russian')).toMatchObject({ ok: false });
    await parts.prepare('russian');
    expect(parts.covers('russian')).toBe(true);
    expect(value(value(parts.start('russian')).perft(4))).toBe(1469);
    value(featured.play('11-15'));
    expect(value(parts.start('american')).pieces()).toHaveLength(24);
  });
});

describe('the computer', () => {
  let engine: Rules;
  beforeAll(async () => {
    engine = await thinkingTestRules();
  });
  const game = (token: string): Game => value(engine.start(token));

  it('has levels in plain words', () => {
    expect(rules.levels().length).toBeGreaterThanOrEqual(3);
    for (const level of rules.levels()) expect(level.description).not.toBe('');
  });

  it.each(['american', 'russian', 'sternhalma:players=3'])('plays %s to its end, the same for the same seed', (token) => {
    const first = game(token);
    const second = game(token);
    for (let turn = 0; turn < 1500 && !first.outcome().isOver; turn += 1) {
      const move = value(first.choose('casual', turn));
      if (turn < 20) expect(value(second.choose('casual', turn)).text).toBe(move.text);
      value(first.play(move));
      value(second.play(move));
    }
    expect(first.outcome().isOver).toBe(true);
    expect(first.choose('casual', 1)).toMatchObject({ ok: false });
  });

  it('refuses a level that is not there', () => {
    expect(game('american').choose('grandmaster', 1)).toMatchObject({ ok: false });
  });
});
