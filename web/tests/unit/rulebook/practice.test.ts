import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Practice } from '../../../src/pages/rules/practice';
import { diagramOf } from '../../../src/rulebook/diagrams';
import type { Rules } from '../../../src/rules/types';
import { reasonText } from '../../../src/game/reasons/reasons';
import { say, speak } from '../../../src/messages/messages';
import type { Thinker } from '../../../src/game/thinker';
import { testRules, thinkingTestRules, value } from '../rules/modules';

let rules: Rules;
let engine: Rules;
beforeAll(async () => {
  [rules, engine] = await Promise.all([testRules(), thinkingTestRules()]);
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// As the worker does it, without a worker.
const thinker: Thinker = {
  isBroken: false,
  choose: async ({ token, start, moves }, level, seed) => {
    const game = value(engine.replay(token, moves, start));
    const { text } = value(game.choose(level, seed));
    game.free();
    return text;
  },
  look: () => Promise.reject(new Error('nobody looks')),
  stop: () => undefined,
};
const opened = (id: string): Practice => value(Practice.open(rules, diagramOf(id), () => thinker));

test('one moves both sides where nobody answers, and begins again', () => {
  const practice = opened('am-must');
  expect(practice.hands()).toEqual([0, 1]);
  practice.play('15x22', []);
  expect(practice.state.value).toMatchObject({ ply: 1, isAnswering: false });
  practice.play('28-24', []);
  expect(practice.state.value.ply).toBe(2);
  practice.again();
  expect(practice.state.value.ply).toBe(0);
  expect(practice.tree.legalMoves().map((move) => move.text)).toEqual(['15x22']);
  practice.leave();
});

test('a refused trial is explained by its rule, in the words of the page', async () => {
  const practice = opened('am-move');
  const { trials } = diagramOf('am-move');
  const refused = trials.filter((trial) => trial.refusedBy !== undefined);
  expect(refused.length).toBeGreaterThan(1);
  for (const trial of refused) {
    practice.refuse(trial);
    expect(practice.explained.value?.rule).toBe(trial.refusedBy);
  }
  await speak('is');
  const explained = practice.explained.value;
  expect(explained === null ? '' : reasonText(rules, 'american', explained)).toBe(say('why.AM-4'));
  await speak('en');
  practice.forget();
  expect(practice.explained.value).toBeNull();
  practice.leave();
});

test('a piece that is held by the rule is explained when it is touched', () => {
  const practice = opened('am-must');
  const from = practice.tree.layout.points.findIndex((point) => point.label === '2');
  practice.explain(from, null);
  expect(practice.explained.value?.rule).toBe('AM-7');
  practice.leave();
});

test('the computer answers for all others, and is not awaited once one begins again', async () => {
  const practice = opened('cc-three');
  expect(practice.hands()).toEqual([0]);
  practice.play('c5-e7', []);
  expect(practice.state.value.isAnswering).toBe(true);
  practice.play('d7-e7', []); // out of turn: nothing happens
  expect(practice.state.value.ply).toBe(1);
  await vi.runAllTimersAsync();
  expect(practice.state.value).toMatchObject({ ply: 3, isAnswering: false });
  practice.play('d7-e8', []);
  practice.again();
  await vi.runAllTimersAsync();
  expect(practice.state.value).toMatchObject({ ply: 0, isAnswering: false });
  practice.leave();
});

test('counts go on from the moves that were made before', () => {
  const practice = opened('am-count');
  expect(practice.state.value.ply).toBe(79);
  practice.play('27-23', []);
  expect(practice.state.value.outcome).toMatchObject({ isOver: true, isDraw: true, rule: 'AM-15' });
  practice.again();
  expect(practice.state.value).toMatchObject({ ply: 79, outcome: { isOver: false } });
  practice.leave();
});

test('a capture that was begun and is left half-way is explained as that', () => {
  const diagram = { ...diagramOf('am-must'), position: 'W:WK18:B1,8,15', before: [] };
  const practice = value(Practice.open(rules, diagram, () => thinker));
  const [from = 0, by = 0, to = 0] = ['18', '11', '7'].map((label) => practice.tree.layout.points.findIndex((point) => point.label === label));
  practice.explain(from, to, [by]);
  const begun = practice.explained.value;
  practice.explain(from, to);
  expect(begun?.rule).toBe('AM-7');
  expect(practice.explained.value?.reason).not.toBe(begun?.reason);
  practice.leave();
});
