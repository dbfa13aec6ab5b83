// Knows what a way passes over, from the drawing alone; does not know whether it may.
import type { Geometry, Spot } from './geometry';
import type { Point } from '../types';

/** For each stretch of a way, which of these points lie on it. A way may be another than the one the move came with. */
export function passedOver(geometry: Geometry, way: readonly Point[], points: readonly Point[]): Point[][] {
  const left = new Set(points);
  const at = (point: Point): Spot => geometry.spots[point] ?? { x: 0, y: 0 };
  const stretches = way.slice(1).map((to, index) => {
    const [a, b] = [at(way[index] as Point), at(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const passed = [...left].filter((point) => {
      const [x, y] = [at(point).x - a.x, at(point).y - a.y];
      const along = x * dx + y * dy;
      return along > 1 && along < length - 1 && Math.abs(x * dy - y * dx) < 1;
    });
    for (const point of passed) left.delete(point);
    return passed;
  });
  // Nothing that was captured may stay: what no stretch explains goes with the last.
  stretches[stretches.length - 1]?.push(...left);
  return stretches;
}
