// Knows how the clock of a challenge is told: as the clocks of all other lists are.
import type { BotTimeControl, Clock } from '../../wire';
import { clockName } from '../lobby/naming';

const second = 1000;
const day = 86_400 * second;

export function clockOfChallenge(time: BotTimeControl): Clock {
  if (time.type === 'unlimited') return { kind: 'none' };
  if (time.type === 'correspondence') return { kind: 'days', step_ms: (time.daysPerTurn ?? 1) * day };
  return { kind: 'fischer', main_ms: (time.limit ?? 0) * second, step_ms: (time.increment ?? 0) * second };
}

export function challengeClock(time: BotTimeControl): string {
  return clockName(clockOfChallenge(time));
}

/** The members of a challenge that stand for a clock; only these kinds can be sent in one. */
export function membersOfClock(clock: Clock): Readonly<Record<string, number>> {
  if (clock.kind === 'days') return { days: Math.round((clock.step_ms ?? day) / day) };
  if (clock.kind === 'none') return {};
  return { 'clock.limit': Math.round((clock.main_ms ?? 0) / second), 'clock.increment': Math.round((clock.step_ms ?? 0) / second) };
}
