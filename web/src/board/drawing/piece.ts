// Knows how one piece is drawn, around the middle of its point; does not know where it stands.
import { make, type Attributes } from './svg';
import type { Layout } from '../types';

export interface DrawnPiece {
  readonly shape: Layout['shape'];
  readonly set: number;
  readonly isKing: boolean;
  /** In draughts. */
  readonly isLight: boolean;
}

const radius = 38;

/** A sign for each of the star's sets, so that no one needs the colour. */
export const signs: readonly string[] = [
  '',
  'M0 -15A15 15 0 1 1 0 15A15 15 0 1 1 0 -15Z',
  'M0 -19L18 13L-18 13Z',
  'M-14.5 -14.5L14.5 -14.5L14.5 14.5L-14.5 14.5Z',
  'M-6 -18L6 -18L6 -6L18 -6L18 6L6 6L6 18L-6 18L-6 6L-18 6L-18 -6L-6 -6Z',
  'M0 -19A19 19 0 1 1 0 19A19 19 0 1 1 0 -19ZM0 -9.5A9.5 9.5 0 1 0 0 9.5A9.5 9.5 0 1 0 0 -9.5Z',
  'M-19 -7L19 -7L19 7L-19 7Z',
];

const crown = 'M-17 10L-20 -9L-9.5 -1.5L0 -14L9.5 -1.5L20 -9L17 10Z';

export const kindOf = (look: DrawnPiece): string =>
  `${look.shape === 'star' ? `star-${look.set}` : look.isLight ? 'light' : 'dark'}${look.isKing ? '-king' : ''}`;

function disc(into: Element, id: string, y: number, edge: number): void {
  make('path', { d: `M${-radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0v${edge}a${radius} ${radius} 0 0 1 ${-2 * radius} 0Z`, class: 'piece-outline' }, into);
  make('circle', { cy: y + edge, r: radius, class: 'piece-edge' }, into);
  make('rect', { x: -radius, y, width: 2 * radius, height: edge, class: 'piece-edge piece-edge-side' }, into);
  make('circle', { cy: y, r: radius, class: 'piece-top' }, into);
  make('circle', { cy: y, r: radius, fill: `url(#${id}-sheen)`, class: 'piece-sheen' }, into);
  make('circle', { cy: y, r: radius - 1, class: 'piece-rim', stroke: `url(#${id}-rim)` }, into);
}

function grooves(into: Element, y: number, radii: readonly number[]): void {
  for (const r of radii) {
    make('circle', { cy: y + 1.6, r, class: 'piece-groove-light' }, into);
    make('circle', { cy: y, r, class: 'piece-groove' }, into);
  }
}

function drawDraughtsman(into: Element, look: DrawnPiece, id: string): void {
  make('ellipse', { cy: 10, rx: radius + 7, ry: radius + 5, fill: `url(#${id}-shadow)`, class: 'piece-shadow' }, into);
  if (!look.isKing) {
    disc(into, id, -3, 7);
    grooves(into, -3, [30, 21]);
    make('circle', { cy: -3, r: 20, class: 'piece-well', fill: `url(#${id}-well)` }, into);
    return;
  }
  disc(into, id, 3, 7);
  const upper = make('g', { class: 'piece-upper' }, into);
  disc(upper, id, -11, 7);
  grooves(upper, -11, [30]);
  make('path', { d: crown, transform: 'translate(0 -8.5)', class: 'piece-crown-light' }, upper);
  make('path', { d: crown, transform: 'translate(0 -10)', class: 'piece-crown' }, upper);
}

function drawStone(into: Element, look: DrawnPiece, id: string): void {
  const r = 42;
  make('ellipse', { cy: 9, rx: r + 5, ry: r + 3, fill: `url(#${id}-shadow)`, class: 'piece-shadow' }, into);
  make('circle', { r, class: 'piece-top' }, into);
  make('circle', { r, fill: `url(#${id}-ball)`, class: 'piece-sheen' }, into);
  make('path', { d: signs[look.set] ?? '', class: 'piece-sign', 'fill-rule': 'evenodd' }, into);
  make('ellipse', { cx: -13, cy: -24, rx: 15, ry: 8, transform: 'rotate(-28 -13 -24)', fill: `url(#${id}-spark)`, class: 'piece-sheen' }, into);
}

/** Of each kind the first is drawn, the others are its copies. */
const drawn = new Map<string, SVGGElement>();
const mostDrawn = 100;

/** `id` is the prefix of the drawing that holds `drawShades`. */
export function drawPiece(look: DrawnPiece, id: string): SVGGElement {
  const key = `${id} ${kindOf(look)}`;
  const known = drawn.get(key);
  if (known !== undefined) return known.cloneNode(true) as SVGGElement;
  if (drawn.size >= mostDrawn) drawn.clear();
  const piece = drawAfresh(look, id);
  drawn.set(key, piece);
  return piece.cloneNode(true) as SVGGElement;
}

function drawAfresh(look: DrawnPiece, id: string): SVGGElement {
  const piece = make('g', { class: `piece piece-${kindOf(look)}` });
  piece.classList.add(look.shape === 'star' ? `piece-set-${look.set}` : look.isLight ? 'piece-light' : 'piece-dark');
  if (look.shape === 'star') drawStone(piece, look, id);
  else drawDraughtsman(piece, look, id);
  return piece;
}

type Stop = readonly [offset: number, colour: string, opacity: number];

function gradient(into: Element, kind: 'linearGradient' | 'radialGradient', attributes: Attributes, stops: readonly Stop[]): void {
  const made = make(kind, attributes, into);
  for (const [offset, colour, opacity] of stops) {
    make('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity }, made);
  }
}

/** Light and shadow, the same for every colour: colours come from the look alone. */
export function drawShades(defs: Element, id: string): void {
  gradient(defs, 'radialGradient', { id: `${id}-shadow` }, [
    [0.55, '#000', 0.42],
    [0.8, '#000', 0.2],
    [1, '#000', 0],
  ]);
  gradient(defs, 'linearGradient', { id: `${id}-sheen`, x1: 0.25, y1: 0, x2: 0.75, y2: 1 }, [
    [0, '#fff', 0.2],
    [0.5, '#fff', 0],
    [0.5, '#000', 0],
    [1, '#000', 0.16],
  ]);
  gradient(defs, 'linearGradient', { id: `${id}-rim`, x1: 0.3, y1: 0, x2: 0.6, y2: 1 }, [
    [0, '#fff', 0.5],
    [0.5, '#fff', 0.08],
    [1, '#fff', 0.16],
  ]);
  gradient(defs, 'linearGradient', { id: `${id}-well`, x1: 0.3, y1: 0, x2: 0.7, y2: 1 }, [
    [0, '#000', 0.1],
    [0.7, '#000', 0],
    [1, '#fff', 0.08],
  ]);
  gradient(defs, 'radialGradient', { id: `${id}-ball`, cx: 0.36, cy: 0.3, r: 0.78 }, [
    [0, '#fff', 0.4],
    [0.35, '#fff', 0.06],
    [0.6, '#000', 0.04],
    [0.88, '#000', 0.32],
    [1, '#000', 0.46],
  ]);
  gradient(defs, 'radialGradient', { id: `${id}-spark` }, [
    [0, '#fff', 0.85],
    [1, '#fff', 0],
  ]);
  gradient(defs, 'radialGradient', { id: `${id}-hole`, cx: 0.5, cy: 0.38, r: 0.62 }, [
    [0.3, '#000', 0.5],
    [0.8, '#000', 0.32],
    [1, '#000', 0.14],
  ]);
  gradient(defs, 'linearGradient', { id: `${id}-bevel`, x1: 0, y1: 0, x2: 0.35, y2: 1 }, [
    [0, '#fff', 0.15],
    [0.3, '#fff', 0.03],
    [0.75, '#000', 0.06],
    [1, '#000', 0.3],
  ]);
  gradient(defs, 'radialGradient', { id: `${id}-lamp`, cx: 0.42, cy: 0.32, r: 0.85 }, [
    [0, '#fff', 0.12],
    [0.55, '#fff', 0],
    [1, '#000', 0.12],
  ]);
}
