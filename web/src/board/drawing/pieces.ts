// Knows which piece is drawn on which point, and draws again only what changed; refuses to know why it changed.
import type { Geometry, Spot } from './geometry';
import { drawPiece, kindOf, type DrawnPiece } from './piece';
import { translate } from './svg';
import type { Piece, Point } from '../types';

export interface Standing {
  readonly piece: Piece;
  readonly look: DrawnPiece;
  readonly element: SVGGElement;
}

export function lookOf(piece: Piece, geometry: Geometry, lightSeat: number): DrawnPiece {
  return { shape: geometry.layout.shape, set: piece.set, isKing: piece.isKing, isLight: piece.seat === lightSeat };
}

export class Pieces {
  readonly #layer: SVGGElement;
  readonly #id: string;
  #standing = new Map<Point, Standing>();

  constructor(layer: SVGGElement, id: string) {
    this.#layer = layer;
    this.#id = id;
  }

  at(point: Point): Standing | undefined {
    return this.#standing.get(point);
  }

  /** Draws these pieces, keeping every element that already is what and where it should be. */
  show(pieces: readonly Piece[], geometry: Geometry, lightSeat: number, afresh: boolean): void {
    const next = new Map<Point, Standing>();
    for (const piece of pieces) {
      const look = lookOf(piece, geometry, lightSeat);
      const before = this.#standing.get(piece.point);
      if (!afresh && before !== undefined && kindOf(before.look) === kindOf(look)) {
        this.#standing.delete(piece.point);
        next.set(piece.point, { piece, look, element: before.element });
        this.#restore(before.element, geometry, piece.point);
      } else {
        const element = drawPiece(look, this.#id);
        this.#restore(element, geometry, piece.point);
        next.set(piece.point, { piece, look, element });
      }
    }
    for (const { element } of this.#standing.values()) element.remove();
    this.#standing = next;
    this.#order(geometry);
  }

  /** A piece that has moved belongs to its new point. */
  move(from: Point, to: Point, geometry: Geometry): void {
    const standing = this.#standing.get(from);
    if (standing === undefined || from === to) return;
    this.#standing.delete(from);
    this.#standing.set(to, { ...standing, piece: { ...standing.piece, point: to } });
    this.#restore(standing.element, geometry, to);
  }

  /** Forgets a captured piece; its element may still be on its way to the tray. */
  take(point: Point): SVGGElement | undefined {
    const standing = this.#standing.get(point);
    this.#standing.delete(point);
    return standing?.element;
  }

  shine(seats: readonly number[]): void {
    for (const { piece, element } of this.#standing.values()) element.classList.toggle('piece-won', seats.includes(piece.seat));
  }

  raise(element: SVGGElement): void {
    this.#layer.append(element);
  }

  #restore(element: SVGGElement, geometry: Geometry, point: Point): void {
    const spot: Spot = geometry.spots[point] ?? { x: 0, y: 0 };
    element.setAttribute('transform', translate(spot));
    element.classList.remove('piece-held', 'piece-doomed');
  }

  /** Pieces nearer to the player lie over those behind them. */
  #order(geometry: Geometry): void {
    for (const point of geometry.rows.flat()) {
      const element = this.#standing.get(point)?.element;
      if (element !== undefined && this.#layer.lastElementChild !== element) this.#layer.append(element);
    }
  }
}
