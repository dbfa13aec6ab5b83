import { describe, expect, test } from 'vitest';
import { clockOf, presets, shortClock, type OwnClock } from '../../src/pages/new_game/clocks';
import { readChoice, tokenOf } from '../../src/pages/new_game/token';

const own: OwnClock = { kind: 'fischer', minutes: 5, seconds: 3, periods: 3 };
const short = (clock: Parameters<typeof shortClock>[0]) => shortClock(clock, 'none', (count) => `${count} d`);

describe('clocks', () => {
  test('every preset is a clock that can be played with', () => {
    for (const preset of presets) {
      const clock = clockOf(preset, own);
      if (clock.kind === 'none') continue;
      expect((clock.main_ms ?? 0) + (clock.step_ms ?? 0), preset).toBeGreaterThan(0);
    }
  });

  test('one of one’s own has what was asked for, within its bounds', () => {
    expect(clockOf('own', own)).toEqual({ kind: 'fischer', main_ms: 300_000, step_ms: 3000 });
    expect(clockOf('own', { ...own, kind: 'byoyomi' })).toEqual({ kind: 'byoyomi', main_ms: 300_000, step_ms: 3000, periods: 3 });
    expect(clockOf('own', { ...own, minutes: 0, seconds: 0 })).toEqual({ kind: 'fischer', main_ms: 60_000, step_ms: 0 });
    expect(clockOf('own', { ...own, minutes: Number.NaN, seconds: -5 }).main_ms).toBe(60_000);
    expect(clockOf('own', { ...own, minutes: 1e9 }).main_ms).toBe(86_400_000);
  });

  test('short forms', () => {
    expect(short({ kind: 'none' })).toBe('none');
    expect(short({ kind: 'fischer', main_ms: 300_000, step_ms: 3000 })).toBe('5+3');
    expect(short({ kind: 'fischer', main_ms: 90_000 })).toBe('1.5+0');
    expect(short({ kind: 'delay', main_ms: 300_000, step_ms: 5000 })).toBe('5 d5');
    expect(short({ kind: 'byoyomi', main_ms: 600_000, step_ms: 30_000, periods: 3 })).toBe('10′ + 3×30″');
    expect(short({ kind: 'days', step_ms: 3 * 86_400_000 })).toBe('3 d');
  });
});

test('tokens read and write', () => {
  expect(readChoice('american')).toEqual({ id: 'american', options: {} });
  const token = 'sternhalma:players=3,hop=super';
  expect(tokenOf(readChoice(token))).toBe(token);
  expect(tokenOf({ id: 'sternhalma', options: { players: '4', hop: '' } })).toBe('sternhalma:players=4');
});
