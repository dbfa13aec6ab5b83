// Knows how trails, targets, glows, ways and arrows are drawn; does not know when.
import { step, type Geometry, type Spot } from './geometry';
import { line, make, short, translate } from './svg';
import type { Arrow, Point, Premove, ShownMove } from '../types';

const half = step / 2;

const at = (geometry: Geometry, point: Point): Spot => geometry.spots[point] ?? { x: 0, y: 0 };

/** A tint under a point: its square, or a ring around its hole. */
function tint(into: Element, geometry: Geometry, point: Point, kind: string): void {
  const spot = short(at(geometry, point));
  if (geometry.layout.shape === 'squares') {
    make('rect', { x: spot.x - half, y: spot.y - half, width: step, height: step, class: kind }, into);
  } else {
    make('circle', { cx: spot.x, cy: spot.y, r: 44, class: kind }, into);
  }
}

function cross(into: Element, spot: Spot, kind: string): void {
  make('path', { d: 'M-13 -13L13 13M13 -13L-13 13', transform: translate(short(spot)), class: kind }, into);
}

/** The line of a way, bent a little where it would run back over itself. */
function wayLine(geometry: Geometry, way: readonly Point[]): string {
  return line(way.map((point) => short(at(geometry, point))));
}

export function drawTrail(into: Element, geometry: Geometry, moves: readonly ShownMove[]): void {
  into.replaceChildren();
  moves.forEach((move, index) => {
    const age = Math.min(5, moves.length - 1 - index);
    const trail = make('g', { class: `board-trail-move board-trail-age-${age} board-trail-set-${move.set}` }, into);
    const [from, to] = [move.path[0], move.path[move.path.length - 1]];
    if (from === undefined || to === undefined) return;
    tint(trail, geometry, from, 'board-trail-from');
    tint(trail, geometry, to, 'board-trail-to');
    const path = wayLine(geometry, move.path);
    make('path', { d: path, class: 'board-trail-under' }, trail);
    make('path', { d: path, class: 'board-trail-line' }, trail);
    for (const point of move.path.slice(1, -1)) {
      const { x, y } = short(at(geometry, point));
      make('circle', { cx: x, cy: y, r: 11, class: 'board-trail-landing' }, trail);
    }
    const start = short(at(geometry, from));
    make('circle', { cx: start.x, cy: start.y, r: 9, class: 'board-trail-start' }, trail);
    for (const point of move.captured) cross(trail, at(geometry, point), 'board-trail-captured');
  });
}

/** The holes that these sets race to; the one across, at the top or the bottom, by its name where it is to be said. */
export function drawGoals(into: Element, { layout, spots }: Geometry, sets: readonly number[], name = ''): void {
  into.replaceChildren();
  if (layout.shape !== 'star') return;
  let tip = { x: step, y: 0 };
  layout.points.forEach(({ goalOf }, point) => {
    if (!sets.includes(goalOf)) return;
    const { x, y } = short(spots[point] ?? tip);
    if (Math.abs(y) > Math.abs(tip.y)) tip = { x, y };
    make('circle', { cx: x, cy: y, r: 46, class: `board-goal board-trail-set-${goalOf}` }, into);
  });
  // Between the point and the rim lies bare wood, wide enough for it some way from the tip; between two rows, so that it
  // stands beside no coordinate.
  const down = 217 * -Math.sign(tip.y);
  if (Math.abs(tip.x) < half) make('text', { x: tip.x + 225, y: tip.y + down + 16, class: 'board-goal-name' }, into).textContent = name;
}

export interface Marks {
  readonly marked: readonly Point[];
  readonly picked: Point | null;
  readonly premove: Premove | null;
  readonly refused: Point | null;
}

export function drawMarks(into: Element, geometry: Geometry, marks: Marks): void {
  into.replaceChildren();
  if (marks.premove !== null) {
    tint(into, geometry, marks.premove.from, 'board-premove');
    tint(into, geometry, marks.premove.to, 'board-premove');
  }
  for (const point of marks.marked) {
    const { x, y } = short(at(geometry, point));
    make('circle', { cx: x, cy: y, r: 47, class: 'board-glow-halo' }, into);
    make('circle', { cx: x, cy: y, r: 44, class: 'board-glow' }, into);
  }
  if (marks.refused !== null) tint(into, geometry, marks.refused, 'board-refused');
  if (marks.picked !== null) tint(into, geometry, marks.picked, 'board-picked');
}

export interface Targets {
  readonly ends: ReadonlySet<Point>;
  readonly captures: ReadonlySet<Point>;
  readonly landings: ReadonlySet<Point>;
}

export function drawTargets(into: Element, geometry: Geometry, targets: Targets): void {
  into.replaceChildren();
  for (const point of targets.landings) {
    const { x, y } = short(at(geometry, point));
    make('circle', { cx: x, cy: y, r: 10, class: 'board-landing' }, into);
  }
  for (const point of targets.ends) {
    const { x, y } = short(at(geometry, point));
    if (targets.captures.has(point)) {
      make('circle', { cx: x, cy: y, r: 30, class: 'board-target-ring-under' }, into);
      make('circle', { cx: x, cy: y, r: 30, class: 'board-target-ring' }, into);
    }
    make('circle', { cx: x, cy: y, r: 15, class: 'board-target' }, into);
  }
}

/** The way that is being built or would be taken, with its landings. */
export function drawWay(into: Element, geometry: Geometry, way: readonly Point[], over: Point | null): void {
  into.replaceChildren();
  if (over !== null) tint(into, geometry, over, 'board-over');
  if (way.length < 2) return;
  const path = wayLine(geometry, way);
  make('path', { d: path, class: 'board-way-under' }, into);
  make('path', { d: path, class: 'board-way' }, into);
  for (const point of way.slice(1)) {
    const { x, y } = short(at(geometry, point));
    make('circle', { cx: x, cy: y, r: 12, class: 'board-way-landing' }, into);
  }
}

/** What a way takes, crossed out. */
export function drawCrosses(into: Element, geometry: Geometry, captured: readonly Point[]): void {
  into.replaceChildren();
  for (const point of captured) {
    cross(into, at(geometry, point), 'board-way-captured-under');
    cross(into, at(geometry, point), 'board-way-captured');
  }
}

/** Arrows end short of the middle of their last point, with a head; one of a single point is a ring. */
export function drawArrows(into: Element, geometry: Geometry, arrows: readonly Arrow[]): void {
  into.replaceChildren();
  for (const { path, kind } of arrows) {
    const spots = path.map((point) => at(geometry, point));
    const [before, last] = [spots[spots.length - 2], spots[spots.length - 1]];
    if (last === undefined) continue;
    if (before === undefined) {
      make('circle', { cx: last.x, cy: last.y, r: 43, class: `board-ring board-arrow-${kind}` }, into);
      continue;
    }
    const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
    const [dx, dy] = [(last.x - before.x) / length, (last.y - before.y) / length];
    const neck = { x: last.x - dx * 40, y: last.y - dy * 40 };
    const arrow = make('g', { class: `board-arrow board-arrow-${kind}` }, into);
    const shaft = line([...spots.slice(0, -1), neck].map(short));
    const head = [
      { x: last.x - dx * 6, y: last.y - dy * 6 },
      { x: neck.x - dy * 24, y: neck.y + dx * 24 },
      { x: neck.x + dy * 24, y: neck.y - dx * 24 },
    ];
    const point = `${line(head.map(short))}Z`;
    make('path', { d: shaft, class: 'board-arrow-line board-arrow-under' }, arrow);
    make('path', { d: point, class: 'board-arrow-head board-arrow-under' }, arrow);
    make('path', { d: shaft, class: 'board-arrow-line' }, arrow);
    make('path', { d: point, class: 'board-arrow-head' }, arrow);
  }
}
