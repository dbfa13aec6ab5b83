// Knows where the points of a board lie on a drawing, however it is turned; does not know what stands on them.
import type { Layout, Point } from '../../rules/types';

/** Units of the drawing between neighbours. */
export const step = 100;

/** A place on the drawing; y grows downwards. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface EdgeLabel {
  readonly text: string;
  readonly at: Spot;
}

export interface Geometry {
  readonly layout: Layout;
  readonly turned: number;
  readonly spots: readonly Spot[];
  /** What the drawing shows: the board with its frame. */
  readonly box: Box;
  /** The playable points as a reader meets them: from the top, each row from the left. */
  readonly rows: readonly (readonly Point[])[];
}

const hasSet = (set: number) => (point: Layout['points'][number]) => point.startOf === set;

function centreOf(layout: Layout): Spot {
  const xs = layout.points.map((point) => point.x);
  const ys = layout.points.map((point) => point.y);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

/** A place given in the layout's own steps, on a drawing turned clockwise by `turned` of the layout's turns. */
export function turnedSpot(layout: Layout, centre: Spot, turned: number, x: number, y: number): Spot {
  const angle = (turned * 2 * Math.PI) / layout.turnSteps;
  const [right, down] = [(x - centre.x) * step, (centre.y - y) * step];
  const round = (value: number): number => Math.round(value * 1000) / 1000 + 0;
  return {
    x: round(right * Math.cos(angle) - down * Math.sin(angle)),
    y: round(right * Math.sin(angle) + down * Math.cos(angle)),
  };
}

function rowsOf(layout: Layout, spots: readonly Spot[]): Point[][] {
  const order = layout.points.flatMap((point, index) => (point.isPlayable ? [index] : []));
  const at = (point: Point): Spot => spots[point] as Spot;
  order.sort((a, b) => (Math.abs(at(a).y - at(b).y) < step / 4 ? at(a).x - at(b).x : at(a).y - at(b).y));
  const rows: Point[][] = [];
  for (const point of order) {
    const row = rows[rows.length - 1];
    const first = row?.[0];
    if (row !== undefined && first !== undefined && Math.abs(at(first).y - at(point).y) < step / 4) row.push(point);
    else rows.push([point]);
  }
  return rows;
}

/** The frame around the outermost squares, and the wood around the outermost holes. */
export const squareFrame = 22;
export const starRim = 92;

/** Layouts are few and shared: each is laid out once for each way that it is turned. */
const laidOut = new WeakMap<Layout, Map<number, Geometry>>();

export function geometryOf(layout: Layout, turned: number): Geometry {
  const known = laidOut.get(layout) ?? new Map<number, Geometry>();
  laidOut.set(layout, known);
  const geometry = known.get(turned) ?? layOut(layout, turned);
  known.set(turned, geometry);
  return geometry;
}

function layOut(layout: Layout, turned: number): Geometry {
  const centre = centreOf(layout);
  const spots = layout.points.map((point) => turnedSpot(layout, centre, turned, point.x, point.y));
  const halfWidth = Math.max(...spots.map((spot) => Math.abs(spot.x)));
  const halfHeight = Math.max(...spots.map((spot) => Math.abs(spot.y)));
  const rim = layout.shape === 'squares' ? step / 2 + squareFrame : starRim;
  const box = {
    x: -halfWidth - rim,
    y: -halfHeight - rim,
    width: 2 * (halfWidth + rim),
    height: 2 * (halfHeight + rim),
  };
  return { layout, turned, spots, box, rows: rowsOf(layout, spots) };
}

/** By how many turns a seat's own set comes to lie at the bottom. */
export function turnFor(layout: Layout, set: number): number {
  if (!layout.points.some(hasSet(set))) return 0;
  const centre = centreOf(layout);
  let best = 0;
  let lowest = -Infinity;
  for (let turned = 0; turned < layout.turnSteps; ++turned) {
    const heights = layout.points
      .filter(hasSet(set))
      .map((point) => turnedSpot(layout, centre, turned, point.x, point.y).y);
    const height = heights.reduce((sum, value) => sum + value, 0) / heights.length;
    if (height > lowest + 1) {
      lowest = height;
      best = turned;
    }
  }
  return best;
}

/** The playable point nearest to a place, or null where none is within `reach` units. */
export function nearestPoint(geometry: Geometry, place: Spot, reach = step * 0.6): Point | null {
  let best: Point | null = null;
  let least = reach * reach;
  for (let point = 0; point < geometry.spots.length; ++point) {
    if (geometry.layout.points[point]?.isPlayable !== true) continue;
    const spot = geometry.spots[point] as Spot;
    const [dx, dy] = [spot.x - place.x, spot.y - place.y];
    // A square belongs to its own corners too.
    const distance =
      geometry.layout.shape === 'squares' ? (2 * Math.max(Math.abs(dx), Math.abs(dy)) * 0.6) ** 2 : dx * dx + dy * dy;
    if (distance <= least) {
      least = distance;
      best = point;
    }
  }
  return best;
}

/** The length of a star's point, in steps: 4 on the board of 121 holes. */
export function starSide(geometry: Geometry): number {
  const farthest = Math.max(...geometry.spots.map((spot) => Math.hypot(spot.x, spot.y)));
  return Math.round(farthest / step / Math.sqrt(3));
}

/** Names like `c3` are read from two edges, numbers from each square. */
export function hasLettered(layout: Layout): boolean {
  return layout.points.every((point) => !point.isPlayable || /^[a-z]\d+$/.test(point.label));
}

/** The letters and numbers along the edges of a star: a row's letter at its left end, a column's number at its lower end. */
export function starEdgeLabels(geometry: Geometry, distance = 0.63): EdgeLabel[] {
  const { layout, turned } = geometry;
  const centre = centreOf(layout);
  const labels: EdgeLabel[] = [];
  const groups = new Map<string, Layout['points'][number][]>();
  for (const point of layout.points) {
    const parts = /^([a-z]+)(\d+)$/.exec(point.label);
    if (parts === null) continue;
    for (const name of [parts[1] as string, parts[2] as string]) {
      groups.set(name, [...(groups.get(name) ?? []), point]);
    }
  }
  for (const [text, points] of groups) {
    const isRow = /[a-z]/.test(text);
    // A row ends at its left; a column slants from the upper left down to the lower right.
    const end = points.reduce((a, b) => ((isRow ? b.x < a.x : b.y < a.y) ? b : a));
    const far = distance + 0.05 * (text.length - 1); // two digits need more room beside a piece
    const [dx, dy] = isRow ? [-far, 0] : [far / 2, (-far * Math.sqrt(3)) / 2];
    labels.push({ text, at: turnedSpot(layout, centre, turned, end.x + dx, end.y + dy) });
  }
  return labels;
}
