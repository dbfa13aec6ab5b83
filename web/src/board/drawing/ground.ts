// Knows how the empty board is drawn: frame, squares or holes, labels; does not know what stands on it.
import { hasLettered, starEdgeLabels, starSide, step, type Geometry, type Spot } from './geometry';
import { drawGrain, layGrain } from './grain';
import { signs } from './piece';
import { line, make, short, translate } from './svg';

const half = step / 2;

/** The patterns of a board, into its `defs`. `hasGrain`: the wood has its grain, which is not seen on a small board. */
export function drawPatterns(defs: Element, id: string, hasGrain = true): void {
  drawHatch(defs, id);
  if (!hasGrain) return;
  drawGrain(defs, `${id}-grain-1`);
  layGrain(defs, `${id}-grain-2`, `${id}-grain-1`, 'rotate(90)');
  layGrain(defs, `${id}-grain-3`, `${id}-grain-1`, 'translate(137 211)');
}

/** Draws into an empty group. */
export function drawGround(into: Element, geometry: Geometry, id: string, coordinates: boolean): void {
  if (geometry.layout.shape === 'squares') drawSquares(into, geometry, id, coordinates);
  else drawStar(into, geometry, id, coordinates);
}

function drawHatch(defs: Element, id: string): void {
  const pattern = make(
    'pattern',
    { id: `${id}-hatch`, width: 10, height: 10, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    defs,
  );
  make('rect', { width: 10, height: 10, class: 'board-hatch-paper' }, pattern);
  make('rect', { width: 3.4, height: 10, class: 'board-hatch-ink' }, pattern);
}

function drawSquares(into: Element, geometry: Geometry, id: string, coordinates: boolean): void {
  const { box, layout, spots } = geometry;
  const outer = { x: box.x, y: box.y, width: box.width, height: box.height };
  make('rect', { ...outer, rx: 14, class: 'board-frame' }, into);
  make('rect', { ...outer, rx: 14, fill: `url(#${id}-grain-1)`, class: 'board-grain' }, into);
  make('rect', { ...outer, rx: 14, fill: `url(#${id}-bevel)`, class: 'board-shade' }, into);
  const [width, height] = [layout.columns * step, layout.rows * step];
  const field = { x: -width / 2, y: -height / 2, width, height };
  make('rect', { x: field.x - 5, y: field.y - 5, width: width + 10, height: height + 10, rx: 3, class: 'board-inlay' }, into);
  const everywhere = layout.points.every((point) => point.isPlayable);
  const squares = make('g', { class: 'board-squares' }, into);
  // All that look alike are one path: a board of many small elements is slow to come.
  const kinds = new Map<string, string>();
  const grains = new Map<string, string>();
  layout.points.forEach((point, index) => {
    const spot = spots[index] as Spot;
    const kind = everywhere ? 'board-square-plain' : point.isPlayable ? 'board-square-play' : 'board-square-rest';
    const outline = `M${spot.x - half} ${spot.y - half}h${step}v${step}h${-step}Z`;
    const tile = 1 + ((Math.round(point.x) * 7 + Math.round(point.y) * 5) % 3);
    const grain = `${tile} ${kind}`;
    kinds.set(kind, (kinds.get(kind) ?? '') + outline);
    grains.set(grain, (grains.get(grain) ?? '') + outline);
  });
  for (const [kind, path] of kinds) make('path', { d: path, class: `board-square ${kind}` }, squares);
  for (const [grain, path] of grains) {
    const [tile = '', kind = ''] = grain.split(' ');
    make('path', { d: path, fill: `url(#${id}-grain-${tile})`, class: `board-grain ${kind}-grain` }, squares);
  }
  const rest = kinds.get('board-square-rest');
  if (rest !== undefined) make('path', { d: rest, fill: `url(#${id}-hatch)`, class: 'board-hatch' }, squares);
  if (everywhere) drawGridLines(into, field, layout.columns, layout.rows);
  make('rect', { ...field, fill: `url(#${id}-lamp)`, class: 'board-shade' }, into);
  make('rect', { ...field, class: 'board-edge' }, into);
  if (coordinates) drawSquareLabels(into, geometry, everywhere ? 'board-label-plain' : 'board-label-play');
}

function drawGridLines(into: Element, field: { x: number; y: number }, columns: number, rows: number): void {
  let path = '';
  for (let i = 1; i < columns; ++i) path += `M${field.x + i * step} ${field.y}v${rows * step}`;
  for (let i = 1; i < rows; ++i) path += `M${field.x} ${field.y + i * step}h${columns * step}`;
  make('path', { d: path, class: 'board-lines' }, into);
}

function drawSquareLabels(into: Element, geometry: Geometry, played: string): void {
  const { layout, spots } = geometry;
  const labels = make('g', { class: 'board-labels' }, into);
  const write = (text: string, x: number, y: number, anchor: string, kind: string): void => {
    make('text', { x, y, 'text-anchor': anchor, class: `board-label ${kind}` }, labels).textContent = text;
  };
  if (!hasLettered(layout)) {
    layout.points.forEach((point, index) => {
      const spot = spots[index] as Spot;
      if (point.isPlayable) write(point.label, spot.x - half + 3, spot.y - half + 16, 'start', played);
    });
    return;
  }
  // The outermost file and rank, in the corners of their squares.
  const left = Math.min(...spots.map(({ x }) => x));
  const bottom = Math.max(...spots.map(({ y }) => y));
  const names = namesOfLines(geometry);
  layout.points.forEach((point, index) => {
    const spot = spots[index] as Spot;
    const kind = point.isPlayable ? played : 'board-label-rest';
    if (spot.x === left) write(names.ranks.get(Math.round(spot.y)) ?? '', spot.x - half + 4, spot.y - half + 20, 'start', kind);
    if (spot.y === bottom) write(names.files.get(Math.round(spot.x)) ?? '', spot.x + half - 5, spot.y + half - 6, 'end', kind);
  });
}

/** Squares that are not played on have no name of their own: their row and column have. */
function namesOfLines({ layout, spots }: Geometry): { files: Map<number, string>; ranks: Map<number, string> } {
  const files = new Map<number, string>();
  const ranks = new Map<number, string>();
  layout.points.forEach((point, index) => {
    const spot = spots[index] as Spot;
    if (!point.isPlayable) return;
    files.set(Math.round(spot.x), point.label.replace(/\d+/, ''));
    ranks.set(Math.round(spot.y), point.label.replace(/[a-z]+/, ''));
  });
  return { files, ranks };
}

/** The corners of a figure around the centre of the star, by distance in steps and angle in sixths from the bottom. */
const polar = (distance: number, sixths: number): Spot => {
  const angle = (sixths * Math.PI) / 3;
  return { x: -Math.sin(angle) * distance * step, y: Math.cos(angle) * distance * step };
};

const closed = (spots: readonly Spot[]): string => `${line(spots.map(short))}Z`;

function drawStar(into: Element, geometry: Geometry, id: string, coordinates: boolean): void {
  const side = starSide(geometry);
  const tip = side * Math.sqrt(3);
  // The board: a hexagon around the six tips, its edge rounded by a wide line of its own colour.
  const hull = closed([0, 1, 2, 3, 4, 5].map((sixth) => polar(tip, sixth)));
  make('path', { d: hull, transform: 'translate(0 6)', class: 'board-star-shadow' }, into);
  make('path', { d: hull, class: 'board-star-frame' }, into);
  make('path', { d: hull, class: 'board-star-rim', stroke: `url(#${id}-bevel)` }, into);
  make('path', { d: hull, class: 'board-star-body' }, into);
  const grain = make('g', { class: 'board-grain' }, into);
  make('path', { d: hull, fill: `url(#${id}-grain-1)`, stroke: `url(#${id}-grain-1)`, class: 'board-star-grain' }, grain);
  make('path', { d: hull, fill: `url(#${id}-lamp)`, class: 'board-shade' }, into);
  drawStarFields(into, geometry, id, side, tip);
  drawStarLines(into, geometry);
  drawHoles(into, geometry, id);
  if (coordinates) {
    const labels = make('g', { class: 'board-labels' }, into);
    for (const { text, at } of starEdgeLabels(geometry)) {
      const kind = /\d/.test(text) ? 'board-label-number' : 'board-label-letter';
      make('text', { x: at.x, y: at.y, dy: '0.36em', 'text-anchor': 'middle', class: `board-label board-label-star ${kind}` }, labels).textContent = text;
    }
  }
}

/** Which set belongs to the point of the star that lies `sixths` clockwise from the bottom of the drawing. */
function setOfTip(geometry: Geometry, sixths: number): number {
  const turned = (((sixths - geometry.turned) % 6) + 6) % 6;
  return turned + 1;
}

function drawStarFields(into: Element, geometry: Geometry, id: string, side: number, tip: number): void {
  const fields = make('g', { class: 'board-fields' }, into);
  const hexagon = closed([0, 1, 2, 3, 4, 5].map((sixth) => polar(side, sixth + 0.5)));
  make('path', { d: hexagon, class: 'board-field board-field-middle' }, fields);
  make('path', { d: hexagon, fill: `url(#${id}-grain-3)`, class: 'board-grain' }, fields);
  for (let sixth = 0; sixth < 6; ++sixth) {
    const set = setOfTip(geometry, sixth);
    const top = polar(tip, sixth);
    const left = polar(side, sixth + 0.5);
    const right = polar(side, sixth - 0.5);
    // From the tip as far as the last row of the point: (side − 1) / side of the way to the hexagon.
    const along = (to: Spot): Spot => ({
      x: top.x + ((to.x - top.x) * (side - 1)) / side,
      y: top.y + ((to.y - top.y) * (side - 1)) / side,
    });
    const triangle = closed([top, along(left), along(right)]);
    const used = geometry.layout.points.some((point) => point.startOf === set || point.goalOf === ((set + 2) % 6) + 1);
    const field = make('g', { class: `board-tip board-tip-${set}${used ? '' : ' board-tip-unused'}` }, fields);
    make('path', { d: triangle, class: 'board-field board-field-tip' }, field);
    make('path', { d: triangle, fill: `url(#${id}-grain-2)`, class: 'board-grain' }, field);
    const sign = { x: top.x * (1 + 0.6 / tip), y: top.y * (1 + 0.6 / tip) };
    make('path', { d: signs[set] ?? '', 'fill-rule': 'evenodd', transform: `${translate(short(sign))} scale(0.48)`, class: 'board-tip-sign' }, field);
  }
}

function drawStarLines(into: Element, geometry: Geometry): void {
  const path = geometry.layout.lines
    .map(([a, b]) => line([short(geometry.spots[a] as Spot), short(geometry.spots[b] as Spot)]))
    .join('');
  make('path', { d: path, class: 'board-lines board-lines-star' }, into);
}

function drawHoles(into: Element, geometry: Geometry, id: string): void {
  const holes = make('g', { class: 'board-holes' }, into);
  const r = 22;
  const spots = geometry.spots.map(short);
  const all = (down: number): string => spots.map(({ x, y }) => `M${x - r} ${y + down}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`).join('');
  make('path', { d: all(3), class: 'board-hole-light' }, holes);
  make('path', { d: all(0), class: 'board-hole' }, holes);
  const shade = make('circle', { r, fill: `url(#${id}-hole)`, class: 'board-shade' });
  for (const { x, y } of spots) {
    const copy = shade.cloneNode() as SVGCircleElement;
    copy.setAttribute('cx', String(x));
    copy.setAttribute('cy', String(y));
    holes.append(copy);
  }
}
