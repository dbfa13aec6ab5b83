// Knows which move a premove has become now that it is the player's turn; refuses to know how it is laid down and shown.
import type { Premove } from '../board';
import type { Move } from '../rules/types';

/** The one legal move from there to there. Where several ways lead there, the player has to choose among them. */
export function moveOfPremove(premove: Premove, legal: readonly Move[]): Move | undefined {
  const found = legal.filter(({ path }) => path[0] === premove.from && path[path.length - 1] === premove.to);
  return found.length === 1 ? found[0] : undefined;
}
