// What is tried is judged by the real search, in draughts and on the star of two.
import { beforeAll, expect, test } from 'vitest';
import { GameTree, positionOf } from '../../../src/game/game_tree';
import type { GamePosition } from '../../../src/game/thinker';
import { engineJudge } from '../../../src/pages/analysis/retry/engine_judge';
import { firstToTry, mistakesOf, type Mistake } from '../../../src/pages/analysis/retry/mistakes';
import { scoreOf, type Judged } from '../../../src/pages/analysis/judging';
import type { Findings, Rules } from '../../../src/rules/types';
import { thinkingTestRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await thinkingTestRules();
});

/** The computer of this device without its worker. */
const thinker = {
  looked: 0,
  look({ token, moves, start }: GamePosition, nodes: number, lines: number): Promise<Findings> {
    this.looked += 1;
    const game = value(rules.replay(token, moves, start));
    const found = game.look(nodes, lines);
    game.free();
    return Promise.resolve(value(found));
  },
};

/** A game that was played and looked through as a review does. */
async function reviewed(token: string, moves: readonly string[], start: string | null = null): Promise<{ tree: GameTree; judged: Judged[] }> {
  const tree = value(GameTree.begin(rules, token, start));
  for (const move of moves) value(tree.play(move));
  const judged: Judged[] = [];
  for (const node of [tree.root, ...tree.mainLine()]) {
    if (node.turn === null) break;
    const found = await thinker.look(positionOf(tree, node), 40_000, 1);
    judged.push({ node, score: scoreOf(found.lines[0], node.turn), best: found.move });
  }
  return { tree, judged };
}

async function judges(tree: GameTree, mistake: Mistake, text: string): Promise<boolean> {
  tree.go(mistake.before);
  const tried = value(tree.play(text));
  return engineJudge(rules, tree, thinker).isAsGood(mistake, tried);
}

test('a man that is given away is weak, what keeps it is as good as the computer’s move', async () => {
  const { tree, judged } = await reviewed('american', '11-15 22-18 15x22 25x18 12-16 21-17 9-14 18x9 5x21'.split(' '));
  const [ofRed, ofWhite] = [0, 1].map((seat) => mistakesOf(judged, 'squares', seat));
  expect(ofRed).toEqual([]);
  const [mistake] = ofWhite ?? [];
  expect(mistake).toMatchObject({ played: { text: '21-17' } });
  expect(firstToTry([[], ofWhite ?? []], 0)).toBe(1);
  expect(firstToTry([ofWhite ?? [], ofWhite ?? []], 1)).toBe(1);
  if (mistake === undefined) throw new Error('a man was given away');
  expect(await judges(tree, mistake, mistake.best)).toBe(true);
  expect(await judges(tree, mistake, '18-14')).toBe(true);
  expect(await judges(tree, mistake, '21-17')).toBe(false);
  tree.free();
});

test('a move that ends the game is judged by the rules: a win is as good as any', async () => {
  const tree = value(GameTree.begin(rules, 'american', 'W:W18,K10,31:B15,K30'));
  const capture = value(tree.game.legalMoves()).map(({ text }) => text);
  const mistake: Mistake = { before: tree.root, played: { ...tree.root, seat: 1 }, mark: 'mistake', best: capture[0] ?? '' };
  thinker.looked = 0;
  for (const text of capture) await judges(tree, mistake, text);
  expect(thinker.looked).toBeGreaterThan(0);
  const end = value(GameTree.begin(rules, 'american', 'W:W18:B15'));
  const [last] = value(end.game.legalMoves());
  const won: Mistake = { before: end.root, played: { ...end.root, seat: 1 }, mark: 'mistake', best: last?.text ?? '' };
  thinker.looked = 0;
  expect(await judges(end, won, last?.text ?? '')).toBe(true);
  expect(thinker.looked, 'nobody searches in a game that is over').toBe(0);
  tree.free();
  end.free();
});

test('on the star of two the worst move is weak, and the computer’s is not', async () => {
  const game = value(rules.start('sternhalma'));
  const moves: string[] = [];
  for (let at = 0; at < 12; at += 1) {
    const move = value(game.choose('steady', at + 1)).text;
    value(game.play(move));
    moves.push(move);
  }
  const found = value(game.look(1000, 64)).lines.map((line) => line.moves[0] ?? '');
  const before = value(GameTree.begin(rules, 'sternhalma', game.position()));
  game.free();
  const [first = ''] = found;
  const worst = found.at(-1) ?? '';
  const mistake: Mistake = { before: before.root, played: { ...before.root, seat: 0 }, mark: 'blunder', best: first };
  const judge = engineJudge(rules, before, thinker);
  const isAsGood = (text: string) => {
    before.go(before.root);
    return judge.isAsGood(mistake, value(before.play(text)));
  };
  expect(await isAsGood(first)).toBe(true);
  expect(await isAsGood(worst)).toBe(false);
  before.free();
});
