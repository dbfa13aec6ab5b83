// Draws the way of a move that is being chosen: its line, what it takes, and the piece at its end.
// Does not know what is picked.
import { drawCrosses, drawWay } from '../drawing/marks';
import type { Spot } from '../drawing/geometry';
import { passedOver } from '../drawing/route';
import { translate } from '../drawing/svg';
import type { Point } from '../types';
import type { Option } from './chooser';
import type { Surface, Way } from './surface';

export class ShownWay {
  readonly #surface: Surface;
  #shown = '';

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  show(way: Way, captured: readonly Point[], over: Point | null = null): void {
    const key = `${way.join()}/${captured.join()}/${over ?? ''}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const { svg, pieces } = this.#surface;
    drawWay(svg.layer.way, svg.geometry, way, over);
    drawCrosses(svg.layer.crosses, svg.geometry, captured);
    svg.layer.pieces.querySelectorAll('.piece-doomed').forEach((piece) => piece.classList.remove('piece-doomed'));
    for (const point of captured) pieces.at(point)?.element.classList.add('piece-doomed');
  }

  /** Puts the piece of a point where the way ends. */
  stand(point: Point, way: Way): void {
    const piece = this.#surface.pieces.at(point);
    if (piece === undefined) return;
    piece.element.classList.remove('piece-held');
    piece.element.setAttribute('transform', translate(this.end(way)));
    this.#surface.pieces.raise(piece.element);
  }

  end(way: Way): Spot {
    return this.#surface.svg.geometry.spots[way[way.length - 1] ?? 0] ?? { x: 0, y: 0 };
  }

  /** What a meaning of a click takes; of a chain that goes on, what it has taken so far. */
  capturedBy(option: Option): Point[] {
    if (option.kind === 'finish') return [...option.move.captured];
    const { view, svg } = this.#surface;
    const onward = view.moves.find(({ path }) => option.way.every((point, index) => path[index] === point));
    if (onward === undefined) return [];
    return passedOver(svg.geometry, onward.path, onward.captured).slice(0, option.way.length - 1).flat();
  }
}
