// Knows where a rating's history is drawn: how high each game stands and how far along, and which ratings are marked at the
// side. Does not know how that is drawn.
import type { RatingStep } from '../../wire';

export interface ChartPoint {
  readonly x: number; // 0 at the left, 1 at the right
  readonly y: number; // 0 at the top, 1 at the bottom
  readonly step: RatingStep;
}

/** A part of the line that is sure throughout, or not sure yet. */
export interface ChartLine {
  readonly points: readonly ChartPoint[];
  readonly isProvisional: boolean;
}

export interface Chart {
  readonly points: readonly ChartPoint[];
  readonly lines: readonly ChartLine[];
  readonly marks: readonly { readonly y: number; readonly rating: number }[];
}

const distances = [25, 50, 100, 200, 500, 1000, 2000];
const mostDistances = 4;

/** The marks around all ratings, as few as a small chart has room for. */
function markedRange(ratings: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const around = (by: number) => [Math.floor(least / by), Math.max(Math.ceil(most / by), Math.floor(least / by) + 1)] as const;
  const distance = distances.find((by) => around(by)[1] - around(by)[0] <= mostDistances) ?? distances[distances.length - 1]!;
  const [lowest, highest] = around(distance);
  return Array.from({ length: highest - lowest + 1 }, (_, index) => (lowest + index) * distance);
}

/** Along by time, and where all is of one moment by number. */
export function chartOf(steps: readonly RatingStep[]): Chart {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return { points: [], lines: [], marks: [] };
  const marked = markedRange(steps.map(({ rating }) => rating));
  const [lowest, highest] = [marked[0] ?? 0, marked.at(-1) ?? 0];
  const high = (rating: number) => (highest - rating) / (highest - lowest);
  const span = last.at - first.at;
  const along = (step: RatingStep, index: number) => (span > 0 ? (step.at - first.at) / span : steps.length > 1 ? index / (steps.length - 1) : 0.5);
  const points = steps.map((step, index): ChartPoint => ({ x: along(step, index), y: high(step.rating), step }));
  const lines: { points: ChartPoint[]; isProvisional: boolean }[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before === undefined) continue;
    const isProvisional = point.step.provisional === true;
    const line = lines.at(-1);
    if (line?.isProvisional === isProvisional) line.points.push(point);
    else lines.push({ points: [before, point], isProvisional });
  }
  return { points, lines, marks: marked.map((rating) => ({ y: high(rating), rating })) };
}

/** The game that is nearest to a place along the chart; of several there the last one. */
export function nearest(points: readonly ChartPoint[], x: number): number {
  let best = 0;
  for (const [index, point] of points.entries()) {
    if (Math.abs(point.x - x) <= Math.abs((points[best]?.x ?? 0) - x)) best = index;
  }
  return best;
}

/** `+12`, with a real minus; nothing for the first game that is known. */
export function changeOf(steps: readonly RatingStep[], index: number): string {
  const [before, now] = [steps[index - 1], steps[index]];
  if (before === undefined || now === undefined) return '';
  const by = now.rating - before.rating;
  return `${by < 0 ? '−' : '+'}${Math.abs(by)}`;
}
