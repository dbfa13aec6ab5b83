import { expect, test } from 'vitest';
import { marksOf } from '../../../src/pages/analysis/graph_marks';

test('a short game is marked at equal distances only', () => {
  expect(marksOf(1)).toEqual([0, 1]);
  expect(marksOf(5)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(marksOf(7)).toEqual([0, 7]);
  expect(marksOf(8)).toEqual([0, 2, 4, 6, 8]);
});

test('a long game is marked at its quarters', () => {
  expect(marksOf(61)).toEqual([0, 15, 31, 46, 61]);
});
