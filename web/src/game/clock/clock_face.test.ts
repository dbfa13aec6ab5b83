import { expect, test } from 'vitest';
import { clockText, faceAt, untilNextFace, untilNextText } from './clock_face';

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
  expect(faceAt(clock, false, 1000, 9000).leftMs).toBe(5000);
  expect(faceAt(clock, true, 1000, 2500).leftMs).toBe(3500);
  expect(faceAt(clock, true, 1000, 99_000).leftMs).toBe(0);
  expect(faceAt(clock, true, 1000, 900).leftMs, 'a moment before the news came').toBe(5000);
});

test('while a delay runs the main time stands, and is drawn next when the delay is over', () => {
  const clock = { leftMs: 60_000, periods: 0, untilFlagMs: 65_000, stepMs: 5000 };
  expect(faceAt(clock, true, 0, 4999).leftMs).toBe(60_000);
  expect(untilNextFace(clock, 0, 2000)).toBe(3000);
  expect(faceAt(clock, true, 0, 7000).leftMs).toBe(58_000);
  expect(untilNextFace(clock, 0, 7000)).toBe(1000);
  expect(faceAt(clock, true, 0, 65_000).leftMs).toBe(0);
});

test('byoyomi goes from the main time into its periods, and from one to the next', () => {
  const clock = { leftMs: 3000, periods: 2, untilFlagMs: 23_000, stepMs: 10_000 };
  expect(faceAt(clock, true, 0, 2000)).toEqual({ leftMs: 1000, periods: 2 });
  expect(faceAt(clock, true, 0, 4000)).toEqual({ leftMs: 9000, periods: 2 });
  expect(faceAt(clock, true, 0, 14_000)).toEqual({ leftMs: 9000, periods: 1 });
  expect(faceAt(clock, true, 0, 23_000)).toEqual({ leftMs: 0, periods: 0 });
  expect(faceAt({ leftMs: 10_000, periods: 1, untilFlagMs: 10_000, stepMs: 10_000 }, true, 0, 100)).toEqual({ leftMs: 9900, periods: 1 });
});

test('the next drawing is when the text changes, not before', () => {
  for (const left of [299_500, 12_345, 10_001, 9_950, 4_321, 101]) {
    const next = untilNextText(left);
    expect(clockText(left - next - 1, days), `after ${left}`).not.toBe(clockText(left, days));
    expect(next).toBeGreaterThan(0);
  }
  expect(untilNextText(0)).toBe(Infinity);
});
