// Knows what the player prefers and remembers it on this device; does not know what a preference changes.
import { effect, signal, type Signal } from '@preact/signals';
import { looks, pieceLooks, type Look, type PieceLook } from '../../board/types';
import { levelIds } from '../../rules/level_ids';
import { sides, starPlayers, type Side } from '../beginning';
import { isLanguage, preferredLanguage, type Language } from '../../messages/messages';
import { readText, writeJson } from '../device/device_storage';

export const shades = ['system', 'light', 'dark'] as const;
export type Shade = (typeof shades)[number];
export const paces = ['none', 'quick', 'calm'] as const;
export type Pace = (typeof paces)[number];
export const soundSets = ['wood', 'marble', 'soft', 'none'] as const;
export type Sounds = (typeof soundSets)[number];

export const engineChoices = ['able', 'on', 'off'] as const; // the first one: where the device is able
export type EngineChoice = (typeof engineChoices)[number];

export interface Preferences {
  readonly language: Language;
  readonly shade: Shade;
  readonly board: Look;
  readonly pieces: PieceLook;
  readonly coordinates: boolean;
  readonly sounds: Sounds;
  readonly confirm: boolean;
  readonly typed: boolean; // the field to type moves in is open
  readonly turns: boolean; // at one screen the board turns to whoever is to move
  readonly pace: Pace;
  readonly engine: EngineChoice; // in the analysis
  readonly level: string; // of the computer, as it was chosen last
  readonly side: Side;
  readonly starPlayers: number;
  readonly name: string; // what a guest called themselves last
}

const place = 'crownstar.preferences';
export const usualLevel = 'casual';

const oneOf = <T extends string>(known: readonly T[], text: unknown, otherwise: T): T =>
  known.includes(text as T) ? (text as T) : otherwise;

/** Whatever was kept, by this version or another, becomes preferences that hold. */
export function readPreferences(text: string | null, browserLanguages: readonly string[]): Preferences {
  let kept: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) kept = parsed as Record<string, unknown>;
  } catch {
    kept = {};
  }
  const language = kept['language'];
  const board = oneOf(looks, kept['board'], 'walnut');
  return {
    language: typeof language === 'string' && isLanguage(language) ? language : preferredLanguage(browserLanguages),
    shade: oneOf(shades, kept['shade'], 'system'),
    board,
    // Kept before pieces had looks of their own: the printed board had printed pieces.
    pieces: oneOf(pieceLooks, kept['pieces'], board === 'diagram' ? 'print' : 'wood'),
    coordinates: kept['coordinates'] !== false,
    sounds: oneOf(soundSets, kept['sounds'], 'wood'),
    confirm: kept['confirm'] === true,
    typed: kept['typed'] === true,
    turns: kept['turns'] === true,
    pace: oneOf(paces, kept['pace'], 'quick'),
    engine: oneOf(engineChoices, kept['engine'], 'able'),
    level: oneOf<string>(levelIds, kept['level'], usualLevel),
    side: oneOf(sides, kept['side'], 'random'),
    starPlayers: starPlayers.find((count) => count === kept['starPlayers']) ?? 2,
    name: typeof kept['name'] === 'string' ? kept['name'].slice(0, 20) : '',
  };
}

const inBrowser = typeof window !== 'undefined';
export const preferences: Signal<Preferences> = signal(
  readPreferences(readText(place), inBrowser ? navigator.languages : ['en']),
);

export function prefer(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...change };
}

/** Keeps each change, and follows changes made in another tab. */
export function keepPreferences(): void {
  effect(() => writeJson(place, preferences.value));
  addEventListener('storage', (event) => {
    if (event.key === place && event.newValue !== null) {
      preferences.value = readPreferences(event.newValue, navigator.languages);
    }
  });
  effect(() => {
    document.documentElement.dataset['shade'] = preferences.value.shade;
  });
}
