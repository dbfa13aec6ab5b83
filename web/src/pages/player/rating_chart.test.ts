import { expect, test } from 'vitest';
import type { RatingStep } from '../../wire';
import { changeOf, chartOf, nearest } from './rating_chart';

const step = (at: number, rating: number, provisional = false): RatingStep => ({ at, games: at, rating, provisional });

test('each game stands along by its time, and as high as its rating', () => {
  const { points, marks } = chartOf([step(100, 1500), step(150, 1600), step(300, 1550)]);
  expect(points.map(({ x }) => x)).toEqual([0, 0.25, 1]);
  expect(points.map(({ y }) => y)).toEqual([1, 0, 0.5]);
  expect(marks.map(({ rating }) => rating)).toEqual([1500, 1525, 1550, 1575, 1600]);
  expect(marks[0]?.y).toBe(1);
  expect(marks.at(-1)?.y).toBe(0);
});

test.each([
  [[1500], [1500, 1525]],
  [[1499, 1501], [1475, 1500, 1525]],
  [[1258, 1742], [1200, 1400, 1600, 1800]],
  [[400, 4000], [0, 1000, 2000, 3000, 4000]],
])('the ratings %j lie between the marks %j', (ratings, marks) => {
  const chart = chartOf(ratings.map((rating, at) => step(at, rating)));
  expect(chart.marks.map(({ rating }) => rating)).toEqual(marks);
  for (const { y } of chart.points) expect(y).toBeGreaterThanOrEqual(0);
  for (const { y } of chart.points) expect(y).toBeLessThanOrEqual(1);
});

test('games of one moment stand beside each other, and a single one in the middle', () => {
  expect(chartOf([step(5, 1500), step(5, 1510), step(5, 1520)]).points.map(({ x }) => x)).toEqual([0, 0.5, 1]);
  expect(chartOf([step(5, 1500)]).points.map(({ x }) => x)).toEqual([0.5]);
  expect(chartOf([])).toEqual({ points: [], lines: [], marks: [] });
});

test('the line is drawn otherwise up to the first rating that is sure, and goes on without a gap', () => {
  const { lines, points } = chartOf([step(0, 1700, true), step(1, 1650, true), step(2, 1660), step(3, 1670)]);
  expect(lines).toEqual([
    { points: points.slice(0, 2), isProvisional: true },
    { points: points.slice(1), isProvisional: false },
  ]);
});

test('the pointer finds the game that is nearest, and says what it changed', () => {
  const steps = [step(0, 1500), step(10, 1488), step(100, 1500)];
  const { points } = chartOf(steps);
  expect([0, 0.04, 0.06, 0.5, 0.6, 1].map((x) => nearest(points, x))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(steps.map((_, index) => changeOf(steps, index))).toEqual(['', '−12', '+12']);
});
