import { expect, test } from 'vitest';
import type { Clock } from '../../wire';
import { clockOfChallenge, membersOfClock } from './challenge_clock';

test.each<[Clock, Readonly<Record<string, number>>]>([
  [{ kind: 'none' }, {}],
  [{ kind: 'fischer', main_ms: 300_000, step_ms: 3000 }, { 'clock.limit': 300, 'clock.increment': 3 }],
  [{ kind: 'days', step_ms: 3 * 86_400_000 }, { days: 3 }],
])('a clock that can be sent: %o', (clock, members) => {
  expect(membersOfClock(clock)).toEqual(members);
});

test('a challenge has the clock that was sent', () => {
  expect(clockOfChallenge({ type: 'unlimited' })).toEqual({ kind: 'none' });
  expect(clockOfChallenge({ type: 'correspondence', daysPerTurn: 3 })).toEqual({ kind: 'days', step_ms: 3 * 86_400_000 });
  expect(clockOfChallenge({ type: 'clock', limit: 300, increment: 3, show: '5+3' })).toEqual({ kind: 'fischer', main_ms: 300_000, step_ms: 3000 });
});
