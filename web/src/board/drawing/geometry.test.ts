import { describe, expect, it } from 'vitest';
import type { Layout, LayoutPoint } from '../../rules/types';
import { geometryOf, hasLettered, nearestPoint, starEdgeLabels, starSide, step, turnFor } from './geometry';
import { nextOf, walk } from '../input/walk';

function squares(rows: number, columns: number): Layout {
  const points: LayoutPoint[] = [];
  let number = 0;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const isPlayable = (row + column) % 2 === 0;
      if (isPlayable) ++number;
      points.push({
        x: column,
        y: row,
        label: isPlayable ? String(number) : '',
        isPlayable,
        startOf: isPlayable ? (row < 3 ? 1 : row >= rows - 3 ? 2 : 0) : 0,
        goalOf: 0,
      });
    }
  }
  return { shape: 'squares', columns, rows, points, lines: [], turnSteps: 2 };
}

/** A star whose points have sides of so many holes: the lattice points within one of two big triangles. */
function star(side: number): Layout {
  const points: LayoutPoint[] = [];
  for (let row = 0; row <= 4 * side; ++row) {
    for (let column = 0; column <= 4 * side + 1; ++column) {
      const [up, across] = [row - 2 * side, column - (2 * side + 1)];
      const thirds = [-across, up, across - up];
      if (!thirds.every((third) => third >= -side) && !thirds.every((third) => third <= side)) continue;
      points.push({
        x: column - row / 2,
        y: (row * Math.sqrt(3)) / 2,
        label: `${String.fromCharCode(97 + row)}${column}`,
        isPlayable: true,
        startOf: row < side ? 1 : row > 3 * side ? 4 : 0,
        goalOf: 0,
      });
    }
  }
  return { shape: 'star', columns: 0, rows: 0, points, lines: [], turnSteps: 6 };
}

describe('squares', () => {
  const layout = squares(8, 8);
  const geometry = geometryOf(layout, 0);

  it('have the first row at the bottom', () => {
    expect(geometry.spots[0]).toEqual({ x: -350, y: 350 });
    expect(geometry.spots[63]).toEqual({ x: 350, y: -350 });
    expect(geometry.rows[7]).toEqual([0, 2, 4, 6]);
  });

  it('turn around', () => {
    const turned = geometryOf(layout, 1);
    expect(turned.spots[0]).toEqual({ x: 350, y: -350 });
    expect(turned.rows[0]).toEqual([6, 4, 2, 0]);
  });

  it('lie so that a set is at the bottom', () => {
    expect(turnFor(layout, 1)).toBe(0);
    expect(turnFor(layout, 2)).toBe(1);
    expect(turnFor(layout, 3)).toBe(0);
  });

  it('are found by a place anywhere in them, their corners too, and light ones not', () => {
    expect(nearestPoint(geometry, { x: -350, y: 350 })).toBe(0);
    expect(nearestPoint(geometry, { x: -305, y: 305 })).toBe(0);
    expect(nearestPoint(geometry, { x: -250, y: 350 })).toBeNull();
    expect(nearestPoint(geometry, { x: -900, y: 350 })).toBeNull();
  });

  it('are numbered, not lettered', () => {
    expect(hasLettered(layout)).toBe(false);
  });
});

describe('a star', () => {
  const layout = star(4);
  const geometry = geometryOf(layout, 0);

  it('has 121 holes in 17 rows and sides of 4', () => {
    expect(layout.points).toHaveLength(121);
    expect(geometry.rows.map((row) => row.length)).toEqual([1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]);
    expect(starSide(geometry)).toBe(4);
    expect(starSide(geometryOf(star(6), 0))).toBe(6);
  });

  it('covers itself by each turn, and brings each point to the bottom', () => {
    const places = (turned: number): Set<string> =>
      new Set(geometryOf(layout, turned).spots.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`));
    for (let turned = 1; turned < 6; ++turned) expect(places(turned)).toEqual(places(0));
    expect(turnFor(layout, 1)).toBe(0);
    expect(turnFor(layout, 4)).toBe(3);
  });

  it('has a letter for each row and a number for each slanting line', () => {
    const labels = starEdgeLabels(geometry);
    expect(labels.filter(({ text }) => /[a-z]/.test(text))).toHaveLength(17);
    expect(labels.filter(({ text }) => /\d/.test(text))).toHaveLength(17);
    const bottom = labels.find(({ text }) => text === 'a');
    expect(bottom?.at.x).toBeCloseTo(-0.63 * step);
  });

  it('finds the hole nearest to a place', () => {
    expect(nearestPoint(geometry, { x: 30, y: 20 })).toBe(60);
    expect(nearestPoint(geometry, { x: 0, y: 900 })).toBeNull();
  });
});

describe('walking by arrows', () => {
  const geometry = geometryOf(squares(8, 8), 0);
  const start = { point: 18, column: geometry.spots[18]?.x ?? 0 };

  it('goes along the row from playable square to playable square', () => {
    expect(walk(geometry, start, 'right').point).toBe(20);
    expect(walk(geometry, start, 'left').point).toBe(16);
    expect(walk(geometry, start, 'end').point).toBe(22);
    expect(walk(geometry, { point: 16, column: 0 }, 'left').point).toBe(16);
  });

  it('keeps its column on the way up, and slants the other way when asked', () => {
    const up = walk(geometry, start, 'up');
    expect(up.point).toBe(25);
    expect(walk(geometry, up, 'up').point).toBe(34);
    expect(walk(geometry, start, 'up', true).point).toBe(27);
    expect(walk(geometry, start, 'down').point).toBe(9);
    expect(walk(geometry, start, 'down', true).point).toBe(11);
  });

  it('stays where the board ends', () => {
    expect(walk(geometry, { point: 0, column: -350 }, 'down').point).toBe(0);
  });

  it('goes round from one piece to the next', () => {
    expect(nextOf(geometry, 18, new Set([0, 18, 63]), 1)).toBe(0);
    expect(nextOf(geometry, 0, new Set([0, 18, 63]), 1)).toBe(63);
    expect(nextOf(geometry, 18, new Set([0, 18, 63]), -1)).toBe(63);
    expect(nextOf(geometry, 18, new Set(), 1)).toBeNull();
  });
});
