// Knows the two boards of the first page's pictures, worked out from coordinates: the rules would have to be loaded for them.
// Does not know what stands on them.
import type { Layout, LayoutPoint } from '../../rules/types';

const side = 8;

export function squares(): Layout {
  const points = Array.from({ length: side * side }, (_, at): LayoutPoint => {
    const [x, y] = [at % side, Math.floor(at / side)];
    const number = (side - 1 - y) * (side / 2) + Math.floor(x / 2) + 1; // 1 to 32, from the upper left
    return { x, y, label: String(number), isPlayable: (x + y) % 2 === 0, startOf: 0, goalOf: 0 };
  });
  return { shape: 'squares', columns: side, rows: side, points, lines: [], turnSteps: 2 };
}

/** The point in that column and row, both from the lower left. */
export const squareAt = (column: number, row: number): number => row * side + column;

/** The 121 holes, from cube coordinates: at most one of the three is beyond 4 either way. */
export function star(): Layout {
  const cubes: (readonly [a: number, b: number, c: number])[] = [];
  for (let a = -8; a <= 8; a += 1) {
    for (let b = -8; b <= 8; b += 1) {
      const c = -a - b;
      if ((a <= 4 && b <= 4 && c <= 4) || (a >= -4 && b >= -4 && c >= -4)) cubes.push([a, b, c]);
    }
  }
  const number = new Map(cubes.map(([a, b], index) => [`${a} ${b}`, index]));
  const lines = cubes.flatMap(([a, b], from) =>
    ([[1, 0], [0, 1], [1, -1]] as const).flatMap(([right, down]) => {
      const to = number.get(`${a + right} ${b + down}`);
      return to === undefined ? [] : [[from, to] as const];
    }),
  );
  const points = cubes.map(([a, b, c]): LayoutPoint => {
    // The sets stand clockwise from the bottom, and each races to the point across.
    const set = b > 4 ? 1 : c < -4 ? 6 : a > 4 ? 5 : b < -4 ? 4 : c > 4 ? 3 : a < -4 ? 2 : 0;
    const goalOf = set === 0 ? 0 : ((set + 2) % 6) + 1;
    const label = `${String.fromCharCode('a'.charCodeAt(0) + 8 - b)}${a + 9}`; // the row from below, and its slanting column
    return { x: a + b / 2, y: (-b * Math.sqrt(3)) / 2, label, isPlayable: true, startOf: set, goalOf };
  });
  return { shape: 'star', columns: 0, rows: 0, points, lines, turnSteps: 6 };
}
