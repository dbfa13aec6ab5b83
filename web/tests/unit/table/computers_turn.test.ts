// A game on this device in the time of its computer, which is a stand-in here: its answer comes when the test gives it.
import { beforeAll, expect, test, vi } from 'vitest';
import type { Rules } from '../../../src/rules/types';
import { LocalTable } from '../../../src/table/local_table';
import { testRules, value } from '../rules/modules';

const answers = vi.hoisted((): ((move: string) => void)[] => []);
vi.mock('../../../src/game/thinker', () => ({
  startThinker: () => ({ choose: () => new Promise<string>((give) => answers.push(give)), stop: () => undefined }),
}));

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

function againstComputer(): LocalTable {
  const kept = { id: 'one', token: 'american', start: null, moves: [], levels: ['', 'casual'], resigned: [], agreedDraw: false };
  return value(LocalTable.open(rules, { ...kept, isOver: false, begunAt: 0, touchedAt: 0 }, async () => undefined));
}

test('nobody moves for the computer; its own answer is played', async () => {
  const table = againstComputer();
  table.play('11-15', []);
  expect(table.state.value.turn).toBe(1);
  table.play('22-18', []);
  expect(table.state.value.ply, 'the move of the computer was not ours to make').toBe(1);
  expect(table.explained.value?.code).toBe('not_your_turn');
  answers.pop()?.('24-20');
  await expect.poll(() => table.state.value.ply, { timeout: 10_000 }).toBe(2);
  table.play('15-18', []);
  expect(table.state.value.ply).toBe(3);
  table.leave();
});
