// Knows which moves a player could have once the opponent has answered, and which of them a premove has become.
// Does not know how one is laid down and shown.
import type { Premove } from '../board';
import type { Game, Move } from '../rules/types';

/**
 * Every move that would be legal for the other side after one of the moves there are now: what may be laid down in the
 * opponent's time. Asked of the rules, so that a piece may be sent to where one's own is taken first, and nowhere vain.
 */
export function movesAfterAnswer(game: Game, answers: readonly Move[]): readonly Move[] {
  const found = new Map<string, Move>();
  for (const answer of answers) {
    const next = game.clone();
    const legal = next.play(answer).ok ? next.legalMoves() : undefined;
    next.free();
    if (legal?.ok !== true) continue;
    for (const move of legal.value) found.set(`${move.path[0] ?? ''} ${move.path[move.path.length - 1] ?? ''}`, move);
  }
  return [...found.values()];
}

/** The one legal move from there to there. Where several ways lead there, the player has to choose among them. */
export function moveOfPremove(premove: Premove, legal: readonly Move[]): Move | undefined {
  const found = legal.filter(({ path }) => path[0] === premove.from && path[path.length - 1] === premove.to);
  return found.length === 1 ? found[0] : undefined;
}
