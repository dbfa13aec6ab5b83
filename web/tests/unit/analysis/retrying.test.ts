import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { GameTree, type TreeNode } from '../../../src/game/game_tree';
import type { Mistake } from '../../../src/pages/analysis/retry/mistakes';
import { Retrying, type Judge } from '../../../src/pages/analysis/retry/retrying';
import type { Rules } from '../../../src/rules/types';
import { testRules, value } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const undoMs = 500;

/** Answers when the test says so. */
class HeldJudge implements Judge {
  readonly prepared: string[] = [];
  readonly asked: string[] = [];
  #answer: ((isGood: boolean) => void) | undefined;
  #fail: ((problem: Error) => void) | undefined;

  prepare({ best }: Mistake): void {
    this.prepared.push(best);
  }

  isAsGood(_: Mistake, tried: TreeNode): Promise<boolean> {
    this.asked.push(tried.text);
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
    });
  }

  async says(isGood: boolean): Promise<void> {
    this.#answer?.(isGood);
    await vi.advanceTimersByTimeAsync(0);
  }

  async fails(): Promise<void> {
    this.#fail?.(new Error('no engine'));
    await vi.advanceTimersByTimeAsync(0);
  }
}

/** A game of draughts in which Red, who began, played two moves that are to be bettered. */
function open() {
  const tree = value(GameTree.begin(rules, 'american'));
  for (const move of ['11-15', '22-18', '15x22', '25x18', '12-16']) value(tree.play(move));
  const [first, , , , fifth] = tree.mainLine();
  if (first?.parent == null || fifth?.parent == null) throw new Error('five moves');
  const mistakes: Mistake[] = [
    { before: first.parent, played: first, mark: 'mistake', best: '10-15' },
    { before: fifth.parent, played: fifth, mark: 'blunder', best: '8-11' },
  ];
  const judge = new HeldJudge();
  const seen: string[] = [];
  const retrying = new Retrying({ tree, seat: 0, mistakes, judge, undoAfter: () => undoMs, moved: (node) => seen.push(node.text) });
  return { tree, mistakes, judge, seen, retrying, state: () => retrying.state.value };
}

const lines = (node: TreeNode | undefined) => node?.children.map(({ text }) => text);

test('it asks in the position before the mistake, and the computer’s move is right at once', () => {
  const { tree, judge, retrying, state } = open();
  expect(tree.at).toBe(tree.root);
  expect(judge.prepared).toEqual(['10-15']);
  expect(state()).toEqual({ at: 0, phase: 'asking', verdict: null, tried: '', found: 0 });
  retrying.play('10-15');
  expect(state()).toMatchObject({ phase: 'found', verdict: 'best', tried: '10-15', found: 1 });
  expect(judge.asked).toEqual([]);
  expect(lines(tree.root), 'what was found stays beside what was played').toEqual(['11-15', '10-15']);
  retrying.next();
  expect(state()).toMatchObject({ at: 1, phase: 'asking', verdict: null });
  expect(tree.at.text).toBe('25x18');
  expect(judge.prepared).toEqual(['10-15', '8-11']);
});

test('another move is judged, and one that is nearly as good counts as found', async () => {
  const { judge, retrying, state } = open();
  retrying.play('9-14');
  expect(state()).toMatchObject({ phase: 'judging', tried: '9-14' });
  retrying.play('10-15'); // not while it is being judged
  expect(judge.asked).toEqual(['9-14']);
  await judge.says(true);
  expect(state()).toMatchObject({ phase: 'found', verdict: 'good', found: 1 });
});

test('a weak move is taken back after a moment and leaves nothing behind, and one tries again', async () => {
  const { tree, judge, retrying, state } = open();
  retrying.play('9-14');
  await judge.says(false);
  expect(state()).toMatchObject({ phase: 'weak', verdict: 'weak', tried: '9-14' });
  expect(tree.at.text).toBe('9-14');
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(state()).toMatchObject({ phase: 'asking', verdict: 'weak' });
  expect(tree.at).toBe(tree.root);
  expect(lines(tree.root)).toEqual(['11-15']);
  retrying.play('10-15');
  expect(state().found).toBe(1);
});

test('the move of the game is known, judged by nobody, and stays in the game', async () => {
  const { tree, judge, retrying, state } = open();
  retrying.play('11-15');
  expect(state()).toMatchObject({ phase: 'weak', verdict: 'same' });
  expect(judge.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(state().phase).toBe('asking');
  expect(tree.mainLine().map(({ text }) => text)).toEqual(['11-15', '22-18', '15x22', '25x18', '12-16']);
});

test('what is shown is not counted, and what is skipped neither; then all begins anew', async () => {
  const { tree, judge, retrying, state } = open();
  retrying.play('9-14');
  await judge.says(false);
  retrying.show(); // also while a weak move stands
  expect(state()).toMatchObject({ phase: 'shown', verdict: null, found: 0 });
  expect(tree.at.text).toBe('10-15');
  expect(lines(tree.root)).toEqual(['11-15', '10-15']);
  retrying.next();
  retrying.next();
  expect(state()).toMatchObject({ phase: 'over', found: 0 });
  retrying.next();
  expect(state().phase).toBe('over');
  retrying.again();
  expect(state()).toMatchObject({ at: 0, phase: 'asking', found: 0 });
  expect(tree.at).toBe(tree.root);
});

test('an answer that comes too late changes nothing', async () => {
  const { tree, judge, retrying, state } = open();
  retrying.play('9-14');
  retrying.next();
  expect(lines(tree.root), 'a move that was not judged is gone').toEqual(['11-15']);
  await judge.says(true);
  expect(state()).toMatchObject({ at: 1, phase: 'asking', found: 0 });
});

test('whoever looks elsewhere is not asked there, and comes back', () => {
  const { tree, seen, retrying } = open();
  const [first] = tree.mainLine();
  if (first === undefined) throw new Error('five moves');
  tree.go(first);
  expect(retrying.isAsked(tree.at)).toBe(false);
  expect(retrying.play('22-18')).toBeUndefined();
  retrying.back();
  expect(retrying.isAsked(tree.at)).toBe(true);
  expect(seen.at(-1)).toBe('');
});

test('without an engine a move is taken back and said to be unjudged', async () => {
  const { tree, judge, retrying, state } = open();
  retrying.play('9-14');
  await judge.fails();
  expect(state()).toMatchObject({ phase: 'weak', verdict: 'unjudged' });
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(tree.at).toBe(tree.root);
});

test('leaving gives the game back as it was; stopping leaves it alone', async () => {
  const { tree, judge, retrying, state } = open();
  retrying.play('9-14');
  retrying.leave();
  expect(lines(tree.root)).toEqual(['11-15']);
  retrying.play('9-14');
  retrying.stop();
  await judge.says(false);
  await vi.advanceTimersByTimeAsync(undoMs);
  expect(state().phase).toBe('judging');
  expect(tree.at.text).toBe('9-14');
});
