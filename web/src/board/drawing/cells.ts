// Knows the board as a grid for keys and for screen readers: cells, focus, names; does not know what a key does there.
import { step, type Geometry, type Spot } from './geometry';
import { focusedBeside, make } from './svg';
import type { Point } from '../types';
import { nextOf, walk, type Direction, type Step } from '../input/walk';

/** What a cell shows by its cursor and to touch: whether its piece can be taken in the hand. */
export type CellKind = 'idle' | 'own' | 'target';

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export class Cells {
  readonly #layer: SVGGElement;
  readonly #cells = new Map<Point, SVGGElement>();
  readonly #names = new Map<Point, string>();
  readonly #kinds = new Map<Point, CellKind>();
  #geometry: Geometry;
  #here: Step = { point: -1, column: 0 };
  #picked: Point | null = null;
  #ring: Element | null = null;

  constructor(layer: SVGGElement, geometry: Geometry, keysId: string) {
    this.#layer = layer;
    this.#geometry = geometry;
    layer.setAttribute('role', 'grid');
    layer.setAttribute('aria-describedby', keysId);
    // Heard outside the drawing: an element of a drawing that listens for the focus is a stop for the Tab key.
    layer.ownerSVGElement?.parentElement?.addEventListener('focusin', (event) => {
      const point = this.pointOf(event.target);
      if (point !== null && point !== this.#here.point) this.#moveTo({ point, column: this.#geometry.spots[point]?.x ?? 0 });
    });
  }

  lay(geometry: Geometry): void {
    const { hasFocus } = this;
    this.#geometry = geometry;
    this.#layer.replaceChildren();
    this.#cells.clear();
    this.#names.clear();
    this.#kinds.clear();
    const isStar = geometry.layout.shape === 'star';
    const plain = make('g', { role: 'gridcell', tabindex: -1, class: 'board-cell' });
    const area = { class: 'board-cell-area' };
    if (isStar) make('circle', { r: step / 2, ...area }, plain);
    else make('rect', { width: step, height: step, ...area }, plain);
    geometry.rows.forEach((row, rowIndex) => {
      const group = make('g', { role: 'row', 'aria-rowindex': rowIndex + 1 }, this.#layer);
      row.forEach((point, index) => {
        const spot = geometry.spots[point] as Spot;
        // A copy of one cell is made sooner than a cell.
        const cell = plain.cloneNode(true) as SVGGElement;
        const { firstElementChild: shape } = cell;
        cell.setAttribute('data-point', String(point));
        cell.setAttribute('aria-colindex', String(index + 1));
        shape?.setAttribute(isStar ? 'cx' : 'x', String(isStar ? spot.x : spot.x - step / 2));
        shape?.setAttribute(isStar ? 'cy' : 'y', String(isStar ? spot.y : spot.y - step / 2));
        group.append(cell);
        this.#cells.set(point, cell);
      });
    });
    const point = this.#cells.has(this.#here.point) ? this.#here.point : (geometry.rows[geometry.rows.length - 1]?.[0] ?? -1);
    this.#moveTo({ point, column: geometry.spots[point]?.x ?? 0 });
    if (hasFocus) this.focus(point);
  }

  name(board: string): void {
    this.#layer.setAttribute('aria-label', board);
  }

  /** Changes only what a reader would hear otherwise than before. */
  tell(point: Point, name: string, kind: CellKind): void {
    const cell = this.#cells.get(point);
    if (cell === undefined) return;
    if (this.#names.get(point) !== name) {
      this.#names.set(point, name);
      cell.setAttribute('aria-label', name);
    }
    if (this.#kinds.get(point) !== kind) {
      this.#kinds.set(point, kind);
      cell.setAttribute('class', `board-cell board-cell-${kind}`);
    }
  }

  pick(point: Point | null): void {
    if (this.#picked === point) return;
    if (this.#picked !== null) this.#cells.get(this.#picked)?.removeAttribute('aria-selected');
    if (point !== null) this.#cells.get(point)?.setAttribute('aria-selected', 'true');
    this.#picked = point;
  }

  pointOf(target: EventTarget | null): Point | null {
    const cell = target instanceof Element ? target.closest('[data-point]') : null;
    const point = cell?.getAttribute('data-point');
    return point === null || point === undefined ? null : Number(point);
  }

  /** Where a Tab into the board would lead. */
  get here(): Point {
    return this.#here.point;
  }

  set here(point: Point) {
    this.#moveTo({ point, column: this.#geometry.spots[point]?.x ?? 0 });
  }

  get hasFocus(): boolean {
    return this.#layer.contains(focusedBeside(this.#layer));
  }

  focus(point: Point = this.#here.point): void {
    this.#cells.get(point)?.focus({ preventScroll: true });
  }

  /** Walks if the key is one to walk by; `stops` are what Page Up and Page Down go to. */
  walks(event: KeyboardEvent, stops: ReadonlySet<Point>): boolean {
    const next = this.#next(event, stops);
    if (next === null) return false;
    this.#moveTo(next);
    this.focus();
    return true;
  }

  #next(event: KeyboardEvent, stops: ReadonlySet<Point>): Step | null {
    if (event.altKey || event.metaKey) return null;
    const direction = directions[event.key];
    if (direction !== undefined) return walk(this.#geometry, this.#here, direction, event.shiftKey);
    if (event.key === 'Home') return walk(this.#geometry, this.#here, event.ctrlKey ? 'top' : 'home');
    if (event.key === 'End') return walk(this.#geometry, this.#here, event.ctrlKey ? 'bottom' : 'end');
    if (event.key !== 'PageDown' && event.key !== 'PageUp') return null;
    const point = nextOf(this.#geometry, this.#here.point, stops, event.key === 'PageDown' ? 1 : -1);
    return point === null ? this.#here : { point, column: this.#geometry.spots[point]?.x ?? 0 };
  }

  #moveTo(next: Step): void {
    this.#cells.get(this.#here.point)?.setAttribute('tabindex', '-1');
    this.#here = next;
    const cell = this.#cells.get(next.point);
    cell?.setAttribute('tabindex', '0');
    cell?.append(this.#ringAt(this.#geometry.spots[next.point] ?? { x: 0, y: 0 }));
  }

  /** The one frame around the cell that has the focus: only the cell that a Tab leads to can have it. */
  #ringAt({ x, y }: Spot): Element {
    this.#ring?.remove();
    const half = step / 2 - 4;
    this.#ring =
      this.#geometry.layout.shape === 'star'
        ? make('circle', { cx: x, cy: y, r: 47, class: 'board-cell-focus' })
        : make('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 8, class: 'board-cell-focus' });
    return this.#ring;
  }
}
