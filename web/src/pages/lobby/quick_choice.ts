// Knows what a player chose last for a game at once, and remembers it on this device: which game, which one of those that are
// not featured, and whether it counts. Does not know how it is chosen.
import { signal } from '@preact/signals';
import { readJson, writeJson } from '../../app/device/device_storage';
import { featuredGames, otherGames } from '../../game/offered_games';

const place = 'crownstar.quick';

export interface QuickChoice {
  readonly game: string;
  readonly other: string; // empty: none
  readonly isRated: boolean; // for whoever has an account
}

/** Whatever was kept becomes a choice that holds. */
export function readChoice(kept: unknown): QuickChoice {
  const { game, other, isRated }: Partial<Record<keyof QuickChoice, unknown>> = typeof kept === 'object' && kept !== null ? kept : {};
  return {
    game: [...featuredGames, ...otherGames].find((each) => each === game) ?? featuredGames[0],
    other: otherGames.find((each) => each === other) ?? '',
    isRated: isRated !== false,
  };
}

export const quickChoice = signal(readChoice(readJson(place)));

export function remember(change: Partial<QuickChoice>): void {
  quickChoice.value = { ...quickChoice.value, ...change };
  writeJson(place, quickChoice.value);
}
