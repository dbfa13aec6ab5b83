// Knows which piece is drawn on which point, and draws again only what changed; does not know why it changed.
import type { Geometry, Spot } from './geometry';
import { drawPiece, kindOf, type DrawnPiece } from './piece';
import { translate } from './svg';
import type { Piece, Point } from '../types';

export interface PlacedPiece {
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
  #placed = new Map<Point, PlacedPiece>();

  constructor(layer: SVGGElement, id: string) {
    this.#layer = layer;
    this.#id = id;
  }

  at(point: Point): PlacedPiece | undefined {
    return this.#placed.get(point);
  }

  /** Draws these pieces, keeping every element that already is what and where it should be. */
  show(pieces: readonly Piece[], geometry: Geometry, lightSeat: number, afresh: boolean): void {
    const next = new Map<Point, PlacedPiece>();
    for (const piece of pieces) {
      const look = lookOf(piece, geometry, lightSeat);
      const before = this.#placed.get(piece.point);
      if (!afresh && before !== undefined && kindOf(before.look) === kindOf(look)) {
        this.#placed.delete(piece.point);
        next.set(piece.point, { piece, look, element: before.element });
        this.#restore(before.element, geometry, piece.point);
      } else {
        const element = drawPiece(look, this.#id);
        this.#restore(element, geometry, piece.point);
        next.set(piece.point, { piece, look, element });
      }
    }
    for (const { element } of this.#placed.values()) element.remove();
    this.#placed = next;
    this.#order(geometry);
  }

  /** A piece that has moved belongs to its new point. */
  move(from: Point, to: Point, geometry: Geometry): void {
    const placed = this.#placed.get(from);
    if (placed === undefined || from === to) return;
    this.#placed.delete(from);
    this.#placed.set(to, { ...placed, piece: { ...placed.piece, point: to } });
    this.#restore(placed.element, geometry, to);
  }

  /** Forgets a captured piece; its element may still be on its way to the tray. */
  take(point: Point): SVGGElement | undefined {
    const placed = this.#placed.get(point);
    this.#placed.delete(point);
    return placed?.element;
  }

  shine(seats: readonly number[]): void {
    for (const { piece, element } of this.#placed.values()) element.classList.toggle('piece-won', seats.includes(piece.seat));
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
      const element = this.#placed.get(point)?.element;
      if (element !== undefined && this.#layer.lastElementChild !== element) this.#layer.append(element);
    }
  }
}
