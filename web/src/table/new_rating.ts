// Knows which of a player's ratings a game has changed, and how that is written. Does not know when the server is asked.
import { ratingText } from '../game/players/rating_text';
import type { Rating } from '../wire';

export interface Known {
  readonly rating: number;
  readonly provisional?: boolean;
}

/** What everybody begins with, as the server rates. */
export const firstRating: Known = { rating: 1500, provisional: true };

/** The rating that has one game more than before; undefined where none has. */
export function newRating(before: readonly Rating[], now: readonly Rating[]): { readonly from: Known; readonly to: Rating } | undefined {
  for (const to of now) {
    const from = before.find(({ family, pace }) => family === to.family && pace === to.pace);
    if (from === undefined || from.games < to.games) return { from: from ?? firstRating, to };
  }
  return undefined;
}

/** `1500? → 1742? (+242)` */
export function changeText(from: Known, to: Known): string {
  const by = to.rating - from.rating;
  const sign = by < 0 ? '−' : '+';
  return `${ratingText(from.rating, from.provisional)} → ${ratingText(to.rating, to.provisional)} (${sign}${Math.abs(by)})`;
}
