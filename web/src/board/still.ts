// Knows a board that is only looked at: a small picture of a game that runs, or one on the first page. It is drawn as the
// real one is, without its hands, its keys and its voice.
// Does not know whose game it is.
import './board.css';
import { drawTrail } from './drawing/marks';
import { geometryOf } from './drawing/geometry';
import { drawGround, drawPatterns } from './drawing/ground';
import { drawShades } from './drawing/piece';
import { Pieces } from './drawing/pieces';
import { make } from './drawing/svg';
import { dressOf, type BoardView } from './types';

export type StillView = Pick<BoardView, 'layout' | 'pieces' | 'turned' | 'lastMoves' | 'lightSeat' | 'darkIs' | 'look' | 'pieceLook' | 'coordinates'>;

let boards = 0;

export class StillBoard {
  readonly #id = `still-${++boards}`;
  readonly #root = document.createElement('div');
  readonly #svg: SVGSVGElement;
  readonly #floor: SVGGElement;
  readonly #trail: SVGGElement;
  readonly #pieces: Pieces;
  #view: StillView | null = null;

  /** `hasGrain`: the wood has its grain, which is not seen on a small one. */
  constructor(into: Element, hasGrain = false) {
    this.#svg = make('svg', { class: 'board-ground', 'aria-hidden': 'true', focusable: 'false' }, this.#root);
    const defs = make('defs', {}, this.#svg);
    drawShades(defs, this.#id);
    drawPatterns(defs, this.#id, hasGrain);
    this.#floor = make('g', {}, this.#svg);
    this.#trail = make('g', { class: 'board-trail' }, this.#svg);
    this.#pieces = new Pieces(make('g', { class: 'board-pieces' }, this.#svg), this.#id);
    into.append(this.#root);
  }

  show(view: StillView): void {
    const before = this.#view;
    this.#view = view;
    const geometry = geometryOf(view.layout, view.turned);
    const { coordinates = false } = view;
    const isLaid = before?.layout !== view.layout || before.turned !== view.turned || coordinates !== (before.coordinates ?? false);
    if (isLaid) {
      const { box } = geometry;
      this.#svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
      this.#root.style.aspectRatio = `${box.width} / ${box.height}`;
      this.#floor.replaceChildren();
      drawGround(this.#floor, geometry, this.#id, coordinates);
    }
    const star = view.layout.shape === 'star' ? ' board-is-star' : '';
    this.#root.className = `board board-still${star} ${dressOf(view.look, view.pieceLook, view.darkIs)}`;
    drawTrail(this.#trail, geometry, view.lastMoves);
    this.#pieces.show(view.pieces, geometry, view.lightSeat ?? 1, isLaid);
  }

  destroy(): void {
    this.#root.remove();
  }
}
