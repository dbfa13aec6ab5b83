import { expect, test } from 'vitest';
import { clockText, leftAt, untilNextText } from './clock_face';

const days = (count: number) => `${count} days`;

test.each([
  [300_000, '5:00'],
  [299_001, '5:00'],
  [299_000, '4:59'],
  [10_000, '0:10'],
  [9_999, '0:09.9'],
  [99, '0:00.0'],
  [0, '0:00.0'],
  [3_600_000, '1:00:00'],
  [3_599_000, '59:59'],
  [172_800_000, '2 days'],
  [172_799_000, '47:59:59'],
])('%i ms reads %s', (left, text) => {
  expect(clockText(left, days)).toBe(text);
});

test('a clock that stands shows what it had; one that runs loses what has passed, and stops at nothing', () => {
  const clock = { leftMs: 5000, periods: 0 };
  expect(leftAt(clock, false, 1000, 9000)).toBe(5000);
  expect(leftAt(clock, true, 1000, 2500)).toBe(3500);
  expect(leftAt(clock, true, 1000, 99_000)).toBe(0);
  expect(leftAt(clock, true, 1000, 900), 'a moment before the news came').toBe(5000);
});

test('the next drawing is when the text changes, not before', () => {
  for (const left of [299_500, 12_345, 10_001, 9_950, 4_321, 101]) {
    const next = untilNextText(left);
    expect(clockText(left - next - 1, days), `after ${left}`).not.toBe(clockText(left, days));
    expect(next).toBeGreaterThan(0);
  }
  expect(untilNextText(0)).toBe(Infinity);
});
