// Knows the clocks that are offered, and how one's own is put together; does not know how time is kept.
import { sayNumber } from '../../messages/messages';
import type { Clock } from '../../wire';

export const presets = ['none', 'bullet', 'blitz_short', 'blitz', 'rapid_short', 'rapid', 'classical', 'turn', 'days', 'own'] as const;
export type Preset = (typeof presets)[number];

export const kinds = ['fischer', 'delay', 'byoyomi', 'turn'] as const;
export type Kind = (typeof kinds)[number];

/** The clocks for people at one screen: there no computer makes up for a turn that was missed. */
export const kindsHere: readonly Kind[] = kinds.filter((kind) => kind !== 'turn');

export interface OwnClock {
  readonly kind: Kind;
  readonly minutes: number;
  readonly seconds: number;
  readonly periods: number;
}

const minute = 60_000;
const second = 1000;
const day = 24 * 60 * minute;
const turnsMissed = 3; // with the last of them one is out

const usual: Readonly<Record<Exclude<Preset, 'own'>, Clock>> = {
  none: { kind: 'none' },
  bullet: { kind: 'fischer', main_ms: minute, step_ms: second },
  blitz_short: { kind: 'fischer', main_ms: 3 * minute, step_ms: 2 * second },
  blitz: { kind: 'fischer', main_ms: 5 * minute, step_ms: 3 * second },
  rapid_short: { kind: 'fischer', main_ms: 10 * minute, step_ms: 5 * second },
  rapid: { kind: 'fischer', main_ms: 15 * minute, step_ms: 10 * second },
  classical: { kind: 'fischer', main_ms: 30 * minute, step_ms: 20 * second },
  turn: { kind: 'turn', step_ms: 30 * second, periods: turnsMissed },
  days: { kind: 'days', step_ms: 3 * day },
};

const within = (value: number, least: number, most: number): number =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least;

export function clockOf(preset: Preset, own: OwnClock): Clock {
  if (preset !== 'own') return usual[preset];
  const main = within(own.minutes * minute, 0, 24 * 60 * minute);
  const step = within(own.seconds * second, 0, 60 * minute);
  if (own.kind === 'byoyomi') {
    return { kind: 'byoyomi', main_ms: main, step_ms: Math.max(second, step), periods: within(own.periods, 1, 30) };
  }
  if (own.kind === 'turn') return { kind: 'turn', step_ms: within(step, second, 30 * minute), periods: turnsMissed };
  // A clock that has nothing is none that one can play with.
  return { kind: own.kind, main_ms: main === 0 && step === 0 ? minute : main, step_ms: step };
}

/** A clock as one word of an address: `fischer-300-3`, in seconds; byoyomi's periods stand last. */
export function writeClock({ kind, main_ms: main = 0, step_ms: step = 0, periods = 0 }: Clock): string {
  return [kind, main / second, step / second, ...(kind === 'byoyomi' ? [periods] : [])].join('-');
}

function readOwnClock(text: string): OwnClock | undefined {
  const [name, ...parts] = text.split('-');
  const kind = kinds.find((known) => known === name);
  const [main = Number.NaN, step = 0, periods = 1] = parts.map(Number);
  if (kind === undefined || !Number.isFinite(main) || !Number.isFinite(step)) return undefined;
  return { kind, minutes: (main * second) / minute, seconds: step, periods };
}

/** None where the text is no clock for people who sit together. */
export function readClock(text: string | null): Clock | undefined {
  const own = readOwnClock(text ?? '');
  return own === undefined || !kindsHere.includes(own.kind) ? undefined : clockOf('own', own);
}

/** What is chosen where an address names a clock; none where the text is no clock. */
export function readChoiceOfClock(text: string): { readonly preset: Preset; readonly own?: OwnClock } | undefined {
  const preset = presets.find((one) => one !== 'own' && writeClock(usual[one]) === text);
  if (preset !== undefined) return { preset };
  const own = readOwnClock(text);
  return own === undefined ? undefined : { preset: 'own', own };
}

/** How the clocks are called that numbers alone do not tell. */
export interface ClockWords {
  readonly untimed: string;
  readonly days: (count: number) => string;
  readonly turn: (ms: number) => string;
}

/** `5+3`, `30′ + 3×30″`, `0:30 per turn`, `3 d`: how a clock is written where there is little room. */
export function shortClock(clock: Clock, { untimed, days, turn }: ClockWords): string {
  const minutes = (clock.main_ms ?? 0) / minute;
  const seconds = (clock.step_ms ?? 0) / second;
  const main = Number.isInteger(minutes) ? String(minutes) : sayNumber(minutes, 1);
  switch (clock.kind) {
    case 'none':
      return untimed;
    case 'days':
      return days(Math.max(1, Math.round((clock.step_ms ?? 0) / day)));
    case 'turn':
      return turn(clock.step_ms ?? 0);
    case 'byoyomi':
      return `${minutes === 0 ? '' : `${main}′ + `}${clock.periods ?? 0}×${seconds}″`;
    case 'delay':
      return `${main} d${seconds}`;
    case 'fischer':
      return `${main}+${seconds}`;
  }
}
