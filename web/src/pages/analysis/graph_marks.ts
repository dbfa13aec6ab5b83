// Knows which moves are named along the graph of a game.

const fewMoves = 12;

/** Some of the moves, the first and the last among them, evenly apart; of a short game only such as are so exactly. */
export function marksOf(last: number): readonly number[] {
  const parts = last > fewMoves ? 4 : ([6, 5, 4, 3, 2].find((count) => last % count === 0) ?? 1);
  return Array.from({ length: parts + 1 }, (_, part) => Math.round((last * part) / parts));
}
