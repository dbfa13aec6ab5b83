// Knows how one of several ways is drawn small, on a piece of the real board; does not know which is chosen.
import { step, type Spot } from '../drawing/geometry';
import { drawCrosses, drawWay } from '../drawing/marks';
import type { BoardSvg } from '../drawing/board_svg';
import { make } from '../drawing/svg';
import type { Point } from '../types';

export function drawChoice(into: SVGSVGElement, svg: BoardSvg, way: readonly Point[], captured: readonly Point[]): void {
  const { geometry, id } = svg;
  const spots = [...way, ...captured].map((point): Spot => geometry.spots[point] ?? { x: 0, y: 0 });
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  const { box } = geometry;
  const reach = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) / 2 + step * 0.6;
  // Nothing beside the board is shown where there is board enough.
  const within = (middle: number, begin: number, length: number): number =>
    2 * reach > length ? begin + length / 2 : Math.min(Math.max(middle, begin + reach), begin + length - reach);
  const x = within((Math.min(...xs) + Math.max(...xs)) / 2, box.x, box.width);
  const y = within((Math.min(...ys) + Math.max(...ys)) / 2, box.y, box.height);
  into.setAttribute('viewBox', `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`);
  make('use', { href: `#${id}-floor` }, into);
  drawWay(make('g', {}, into), geometry, way, null);
  make('use', { href: `#${id}-pieces` }, into);
  drawCrosses(make('g', {}, into), geometry, captured);
}
