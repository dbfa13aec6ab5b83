// Knows how the pieces that a player has captured lie side by side; does not know whose turn it is.
import { drawPiece, drawShades } from './drawing/piece';
import { make } from './drawing/svg';
import { dressOf, type DarkColour, type Look, type PieceLook, type TrayPiece } from './types';

let trays = 0;

export interface TrayView {
  readonly pieces: readonly TrayPiece[];
  readonly lightSeat?: number;
  readonly look?: Look;
  readonly pieceLook?: PieceLook;
  readonly darkIs?: DarkColour;
  /** What a screen reader hears: `3 pieces captured`. */
  readonly label: string;
}

const apart = 46;

export class Tray {
  readonly element: HTMLElement;
  readonly #id = `board-tray-${++trays}`;
  readonly #drawing: SVGSVGElement;
  readonly #pieces: SVGGElement;

  constructor(into: Element, view: TrayView) {
    this.element = document.createElement('div');
    this.element.setAttribute('role', 'img');
    into.append(this.element);
    this.#drawing = make('svg', { 'aria-hidden': 'true', focusable: 'false', preserveAspectRatio: 'xMinYMid meet' }, this.element);
    drawShades(make('defs', {}, this.#drawing), this.#id);
    this.#pieces = make('g', {}, this.#drawing);
    this.update(view);
  }

  update({ pieces, lightSeat = 1, look, pieceLook, darkIs, label }: TrayView): void {
    this.element.className = `board-tray ${dressOf(look, pieceLook, darkIs)}`;
    this.element.setAttribute('aria-label', label);
    // Always as wide as a full tray, so that pieces keep their size and their places.
    this.#drawing.setAttribute('viewBox', `-46 -54 ${Math.max(12, pieces.length) * apart + 46} 108`);
    const drawn = this.#pieces.childElementCount;
    if (pieces.length < drawn) this.#pieces.replaceChildren();
    pieces.slice(this.#pieces.childElementCount).forEach((piece) => {
      const place = this.#pieces.childElementCount;
      const element = drawPiece({ shape: 'squares', set: piece.set, isKing: piece.isKing, isLight: piece.seat === lightSeat }, this.#id);
      element.setAttribute('transform', `translate(${place * apart} 0)`);
      this.#pieces.append(element);
    });
  }

  destroy(): void {
    this.element.remove();
  }
}
