// Knows with what a game begins that is made with one click: how strong the computer is, which side is one's own, how many
// play at the star. Does not know where it is chosen and where it is remembered.
import type { Game } from '../rules/types';
import { lightSeatOf } from '../game/dressing';

/** The levels that are offered first. A test holds them beside the rules. */
export const namedLevels: readonly string[] = ['beginner', 'casual', 'steady', 'strong', 'full'];

export const sides = ['random', 'light', 'dark'] as const;
export type Side = (typeof sides)[number];

/** As many as a star has points to begin from; of five, one point stays empty (CC-23). */
export const starPlayers = [2, 3, 4, 5, 6] as const;

export function starToken(players: number): string {
  return players === 2 ? 'sternhalma' : `sternhalma:players=${players}`;
}

/** The seat with the pieces of that side; nothing where it is drawn. */
export function seatOfSide(game: Pick<Game, 'seats' | 'seatName'>, side: Side): number | undefined {
  if (side === 'random' || game.seats !== 2) return undefined;
  const light = lightSeatOf(game.seatName(0));
  return side === 'light' ? light : 1 - light;
}
