import { expect, test } from 'vitest';
import { toggled } from '../../../src/pages/analysis/drawn';

test('the same arrow or ring again takes it away, and leaves the others', () => {
  const arrow = toggled([], [3, 9]);
  const both = toggled(arrow, [3]);
  expect(both.map(({ path }) => path)).toEqual([[3, 9], [3]]);
  expect(toggled(both, [9, 3]).map(({ path }) => path), 'the way back is another one').toEqual([[3, 9], [3], [9, 3]]);
  expect(toggled(both, [3, 9]).map(({ path }) => path)).toEqual([[3]]);
});
