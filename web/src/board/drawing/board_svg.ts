// Knows the elements of which a board consists and how places on the screen become places on the drawing.
// Does not know what happens on them.
import { geometryOf, starSide, type Geometry, type Spot } from './geometry';
import { drawGround, drawPatterns } from './ground';
import { drawPiece, drawShades, type DrawnPiece } from './piece';
import { make } from './svg';
import type { Layout } from '../types';

const layers = ['goals', 'trail', 'marks', 'way', 'pieces', 'arrows', 'targets', 'crosses', 'cells'] as const;
export type Layer = (typeof layers)[number];

let boards = 0;

function element(kind: string, into: Element): HTMLDivElement {
  const made = document.createElement('div');
  made.className = kind;
  into.append(made);
  return made;
}

/**
 * Three drawings lie on each other, so that what moves is not what is costly to draw: the empty board, which hardly
 * changes; everything that comes and goes on it; and the one piece that is held, which only ever gets a new transform.
 */
export class BoardSvg {
  readonly id = `board-${++boards}`;
  readonly root: HTMLDivElement;
  readonly play: SVGSVGElement;
  readonly layer: Readonly<Record<Layer, SVGGElement>>;
  /** Read to those who do not see the board. */
  readonly voice: HTMLDivElement;
  readonly keys: HTMLDivElement;
  geometry: Geometry;
  readonly #ground: SVGSVGElement;
  readonly #floor: SVGGElement;
  readonly #hand: SVGSVGElement;
  #drawn: { layout: Layout; turned: number; coordinates: boolean } | null = null;
  #look = '';
  /** Where the board is on the screen, while a piece is held: asking for each picture would lay the page out again. */
  #held: DOMRect | null = null;
  readonly #moved = (): void => {
    this.#held = this.play.getBoundingClientRect();
  };

  constructor(into: Element, layout: Layout, turned: number) {
    this.geometry = geometryOf(layout, turned);
    this.root = element('board', into);
    this.#ground = make('svg', { class: 'board-ground', 'aria-hidden': 'true', focusable: 'false' }, this.root);
    const defs = make('defs', {}, this.#ground);
    drawShades(defs, this.id);
    drawPatterns(defs, this.id);
    this.#floor = make('g', { id: `${this.id}-floor` }, this.#ground);
    this.play = make('svg', { class: 'board-play', role: 'presentation' }, this.root);
    const made: Partial<Record<Layer, SVGGElement>> = {};
    for (const name of layers) {
      const hidden: Record<string, string> = name === 'cells' ? {} : { 'aria-hidden': 'true' };
      made[name] = make('g', { id: `${this.id}-${name}`, class: `board-${name}`, ...hidden }, this.play);
    }
    this.layer = made as Record<Layer, SVGGElement>;
    this.#hand = make('svg', { class: 'board-hand', viewBox: '-60 -60 120 120', 'aria-hidden': 'true' }, this.root);
    this.keys = element('board-unseen', this.root);
    this.keys.id = `${this.id}-keys`;
    this.voice = element('board-unseen', this.root);
    this.voice.setAttribute('role', 'status');
    this.voice.setAttribute('aria-live', 'polite');
  }

  /** Draws the empty board if it is another one than before; true when it was drawn. */
  lay(layout: Layout, turned: number, coordinates: boolean): boolean {
    const drawn = this.#drawn;
    if (drawn !== null && drawn.layout === layout && drawn.turned === turned && drawn.coordinates === coordinates) return false;
    this.#drawn = { layout, turned, coordinates };
    this.geometry = geometryOf(layout, turned);
    const { box } = this.geometry;
    const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
    this.#ground.setAttribute('viewBox', viewBox);
    this.play.setAttribute('viewBox', viewBox);
    this.root.style.aspectRatio = `${box.width} / ${box.height}`;
    this.root.classList.toggle('board-is-star', layout.shape === 'star');
    // Letters shrink less than squares do where there are more of them.
    const points = layout.shape === 'squares' ? layout.columns / 8 : starSide(this.geometry) / 4;
    this.root.style.setProperty('--label-scale', Math.sqrt(points).toFixed(2));
    this.#floor.replaceChildren();
    drawGround(this.#floor, this.geometry, this.id, coordinates);
    return true;
  }

  wear(wanted: string): void {
    if (wanted === this.#look) return;
    if (this.#look !== '') this.root.classList.remove(...this.#look.split(' '));
    this.root.classList.add(...wanted.split(' '));
    this.#look = wanted;
  }

  /** What turns when the board is turned: all that is drawn, but not what the pointer meets. */
  get turning(): readonly Element[] {
    const drawn = layers.filter((name) => name !== 'cells').map((name) => this.layer[name]);
    return [this.#ground, ...drawn];
  }

  get #rect(): DOMRect {
    return this.#held ?? this.play.getBoundingClientRect();
  }

  /** Pixels of the screen for one unit of the drawing. */
  get scale(): number {
    return this.#rect.width / this.geometry.box.width || 1;
  }

  spotAt(clientX: number, clientY: number): Spot {
    const rect = this.#rect;
    const scale = rect.width / this.geometry.box.width || 1;
    return { x: (clientX - rect.left) / scale + this.geometry.box.x, y: (clientY - rect.top) / scale + this.geometry.box.y };
  }

  /** A place in pixels from the root's corner. */
  pixelsAt(spot: Spot): Spot {
    const scale = this.scale;
    return { x: (spot.x - this.geometry.box.x) * scale, y: (spot.y - this.geometry.box.y) * scale };
  }

  /** Takes a piece in the hand: from now on `carry` alone is called for each picture. */
  hold(look: DrawnPiece, isFinger: boolean): void {
    this.#moved();
    addEventListener('scroll', this.#moved, { capture: true, passive: true });
    addEventListener('resize', this.#moved);
    const size = this.scale * 120 * (isFinger ? 1.3 : 1.08);
    this.#hand.replaceChildren(drawPiece(look, this.id));
    this.#hand.style.width = `${size}px`;
    this.#hand.style.height = `${size}px`;
    this.#hand.style.margin = `${-size / 2}px 0 0 ${-size / 2}px`;
    this.#hand.classList.add('board-hand-full');
  }

  carry(spot: Spot): void {
    const { x, y } = this.pixelsAt(spot);
    this.#hand.style.transform = `translate3d(${x.toFixed(1)}px, ${y.toFixed(1)}px, 0)`;
  }

  release(): void {
    this.#held = null;
    removeEventListener('scroll', this.#moved, { capture: true });
    removeEventListener('resize', this.#moved);
    this.#hand.classList.remove('board-hand-full');
    this.#hand.replaceChildren();
  }

  say(text: string): void {
    // The same sentence twice is said twice.
    this.voice.textContent = this.voice.textContent === text ? `${text}\u00a0` : text;
  }
}
