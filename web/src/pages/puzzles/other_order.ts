// Knows whether a puzzle's moves come to the same in another order: where every answer on the way is forced, the very same
// position is as good. It does not know who plays them.
import type { Game, Move } from '../../rules/types';

/** A move of a puzzle's line. */
export interface LineMove {
  readonly move: Move;
  readonly key: string; // of the position after it
}

/** Plays what leads on from here; undefined where it does not. */
function played(game: Game, text: string): LineMove | undefined {
  const move = game.play(text);
  return move.ok ? { move: move.value, key: game.key() } : undefined;
}

function forcedAnswer(game: Game): LineMove | undefined {
  const legal = game.legalMoves();
  const [only] = legal.ok && legal.value.length === 1 ? legal.value : [];
  return only === undefined ? undefined : played(game, only.text);
}

/**
 * The rest of the line from a position where `first` is tried: as it is, or in another order that meets it again.
 * `rest` begins with the move that was expected; undefined where `first` leads nowhere.
 */
export function restAfter(position: Game, first: string, rest: readonly LineMove[]): readonly LineMove[] | undefined {
  const own = rest.filter((_, at) => at % 2 === 0).map(({ move }) => move.text);
  const order = [first, ...own.filter((text) => text !== first)];
  const game = position.clone();
  try {
    const line: LineMove[] = [];
    for (const text of order) {
      const move = played(game, text);
      if (move === undefined) return undefined;
      line.push(move);
      if (move.key === rest[line.length - 1]?.key) return [...line, ...rest.slice(line.length)];
      const answer = forcedAnswer(game);
      if (answer === undefined) return undefined;
      line.push(answer);
    }
    return undefined;
  } finally {
    game.free();
  }
}
