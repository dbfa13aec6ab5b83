// Knows what stands on the boards of the first page's pictures: a game of each kind, a few moves on.
import type { StillView } from '../../board/still';
import { squareAt, squares, star } from './layouts';
import type { Piece } from '../../rules/types';

type Square = readonly [column: number, row: number];
export type Featured = 'american' | 'flying-king' | 'sternhalma';
export type Picture = Omit<StillView, 'look' | 'pieceLook'>;

const man = (seat: number) => ([column, row]: Square): Piece => ({ point: squareAt(column, row), seat, set: seat + 1, isKing: false });
const way = (...squaresOfIt: readonly Square[]) => squaresOfIt.map(([column, row]) => squareAt(column, row));

/** Dark pieces are seat 0 and stand on the far side. */
function checkers(): Picture {
  const dark: Square[] = [[1, 7], [3, 7], [5, 7], [7, 7], [0, 6], [2, 6], [6, 6], [1, 5], [3, 5], [4, 4]];
  const light: Square[] = [[0, 0], [2, 0], [4, 0], [6, 0], [1, 1], [3, 1], [7, 1], [0, 2], [2, 2], [3, 3], [6, 2]];
  return {
    layout: squares(),
    pieces: [...dark.map(man(0)), ...light.map(man(1))],
    turned: 0,
    lastMoves: [{ seat: 0, set: 1, path: way([5, 5], [4, 4]), captured: [] }],
    lightSeat: 1,
    darkIs: 'red',
  };
}

/** A king has flown over a man along the long diagonal. */
function flyingKings(): Picture {
  const dark: Square[] = [[1, 7], [5, 7], [7, 7], [2, 6], [4, 6], [0, 6], [7, 5], [1, 5]];
  const light: Square[] = [[0, 0], [2, 0], [6, 0], [1, 1], [7, 1], [6, 2], [0, 2]];
  const king: Piece = { point: squareAt(5, 5), seat: 0, set: 1, isKing: true };
  return {
    layout: squares(),
    pieces: [...dark.map(man(1)), ...light.map(man(0)), king],
    turned: 0,
    lastMoves: [{ seat: 0, set: 1, path: way([2, 2], [5, 5]), captured: [] }],
    lightSeat: 0,
    darkIs: 'black',
  };
}

/** All six, a step into the middle each. */
function chineseCheckers(): Picture {
  const layout = star();
  const pieces = layout.points.flatMap(({ startOf }, point): Piece[] =>
    startOf === 0 ? [] : [{ point, seat: startOf - 1, set: startOf, isKing: false }],
  );
  return { layout, pieces, turned: 0, lastMoves: [] };
}

export const pictures: Readonly<Record<Featured, () => Picture>> = {
  american: checkers,
  'flying-king': flyingKings,
  sternhalma: chineseCheckers,
};
