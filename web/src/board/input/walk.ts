// Knows where an arrow key leads on any board; does not know keys, focus and pieces.
import type { Point } from '../../rules/types';
import type { Geometry, Spot } from '../drawing/geometry';

export type Direction = 'left' | 'right' | 'up' | 'down' | 'home' | 'end' | 'top' | 'bottom';

export interface Step {
  readonly point: Point;
  /** The column that a walk up or down keeps to, as a text cursor does. */
  readonly column: number;
}

/** The step from a point. `other` takes the other one of two points that lie equally near in the next row. */
export function walk(geometry: Geometry, from: Step, direction: Direction, other = false): Step {
  const at = (point: Point): Spot => geometry.spots[point] as Spot;
  const rowIndex = geometry.rows.findIndex((row) => row.includes(from.point));
  const row = geometry.rows[rowIndex];
  if (row === undefined) return from;
  const place = row.indexOf(from.point);
  const along = (index: number): Step => {
    const point = row[Math.max(0, Math.min(row.length - 1, index))] ?? from.point;
    return { point, column: at(point).x };
  };
  const across = (index: number): Step => {
    const next = geometry.rows[index];
    if (next === undefined) return from;
    // The slant that `other` chooses lies on the right of the column.
    const lean = other ? 1 : -1;
    const column = other ? at(from.point).x : from.column;
    const score = (point: Point): number => Math.abs(at(point).x - column) - lean * Math.sign(at(point).x - column) * 0.5;
    const point = next.reduce((a, b) => (score(b) < score(a) ? b : a));
    return { point, column: other ? at(point).x : column };
  };
  switch (direction) {
    case 'left':
      return along(place - 1);
    case 'right':
      return along(place + 1);
    case 'home':
      return along(0);
    case 'end':
      return along(row.length - 1);
    case 'up':
      return across(rowIndex - 1);
    case 'down':
      return across(rowIndex + 1);
    case 'top':
      return across(0);
    case 'bottom':
      return across(geometry.rows.length - 1);
  }
}

/** The next of some points in reading order, around the end; for going from piece to piece that can move. */
export function nextOf(geometry: Geometry, from: Point, points: ReadonlySet<Point>, by: 1 | -1): Point | null {
  const order = geometry.rows.flat();
  const start = order.indexOf(from);
  for (let i = 1; i <= order.length; ++i) {
    const point = order[(start + by * i + order.length * 2) % order.length];
    if (point !== undefined && points.has(point)) return point;
  }
  return null;
}
