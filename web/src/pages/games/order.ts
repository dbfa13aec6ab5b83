// Knows in which order games are listed: those that go on come first, and of these the ones in which one has to move. The rest
// stay in their order.
import type { MatchSummary } from '../../wire';

type Rank<Game> = (game: Game) => number;

function inOrder<Game>(games: readonly Game[], rank: Rank<Game>): readonly Game[] {
  return [...games].sort((a, b) => rank(a) - rank(b));
}

/** Games that the server keeps. */
export function unfinishedFirst<Game extends Pick<MatchSummary, 'phase' | 'my_turn'>>(games: readonly Game[]): readonly Game[] {
  return inOrder(games, ({ phase, my_turn }) => (phase === 'over' ? 2 : my_turn === true ? 0 : 1));
}

/** Games of this device. */
export function openFirst<Game extends { readonly isOver: boolean }>(games: readonly Game[]): readonly Game[] {
  return inOrder(games, ({ isOver }) => Number(isOver));
}
