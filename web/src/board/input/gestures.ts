// Knows a click from a drag, by mouse, pen and finger, and which touches scroll the page; does not know moves.
import { nearestPoint, step, type Spot } from '../drawing/geometry';
import type { BoardSvg } from '../drawing/board_svg';
import type { Point } from '../types';

export interface Grip {
  readonly point: Point;
  readonly isFinger: boolean;
  /** Take the landing as one on the way. */
  readonly goesOn: boolean;
}

export interface GestureEvents {
  /** Whether the piece on the point may be taken in the hand; a touch on it does not scroll the page. */
  canHold(point: Point): boolean;
  /** Anything was pressed: what is still being shown comes to its end. */
  pressed(point: Point | null): void;
  /** A piece that can be held was pressed. */
  gripped(grip: Grip): void;
  clicked(point: Point | null, goesOn: boolean): void;
  /** The drag begins; false where there is nothing to hold after all. */
  lifted(grip: Grip): boolean;
  /** The held piece is over this place; called once a picture. */
  carried(spot: Spot): void;
  /** Null: off the board. */
  placed(point: Point | null): void;
  putBack(): void;
  hovered(point: Point | null): void;
}

/** A finger hides what lies under it, so a held piece is shown above the finger. In pixels. */
const fingerReach = 46;

/** A press held so long without moving means a landing on the way, as Shift does to a click. */
const heldMs = 450;

const slack = { mouse: 4, pen: 6, touch: 9 };

interface Press {
  readonly id: number;
  readonly point: Point | null;
  readonly canHold: boolean;
  readonly x: number;
  readonly y: number;
  readonly isFinger: boolean;
  readonly slack: number;
  isDragging: boolean;
}

export class Gestures {
  readonly #svg: BoardSvg;
  readonly #events: GestureEvents;
  #press: Press | null = null;
  #last: Spot = { x: 0, y: 0 };
  #frame = 0;
  #over: Point | null = null;
  #ignoresClick = false;
  #holding: ReturnType<typeof setTimeout> | undefined;

  constructor(svg: BoardSvg, events: GestureEvents) {
    this.#svg = svg;
    this.#events = events;
    const surface = svg.play;
    surface.addEventListener('pointerdown', (event) => this.#down(event));
    surface.addEventListener('pointermove', (event) => this.#move(event));
    surface.addEventListener('pointerup', (event) => this.#up(event));
    surface.addEventListener('pointercancel', () => this.cancel());
    surface.addEventListener('lostpointercapture', () => this.cancel());
    surface.addEventListener('pointerleave', () => this.#hover(null));
    // Where touch-action has no effect inside a drawing, this keeps the page from scrolling under a held piece.
    surface.addEventListener('touchstart', (event) => this.#keepStill(event), { passive: false });
    // A screen reader's click comes without a pointer.
    surface.addEventListener('click', (event) => this.#click(event));
  }

  /** The held piece goes back. */
  cancel(): void {
    const press = this.#press;
    this.#forget();
    if (press?.isDragging === true) {
      this.#stop();
      this.#events.putBack();
    }
  }

  get isDragging(): boolean {
    return this.#press?.isDragging === true;
  }

  #keepStill(event: TouchEvent): void {
    const touch = event.touches[0];
    if (touch === undefined || event.touches.length > 1 || !event.cancelable) return;
    const point = this.#pointAt(touch.clientX, touch.clientY);
    if (point !== null && this.#events.canHold(point)) event.preventDefault();
  }

  #down(event: PointerEvent): void {
    this.#ignoresClick = true;
    if (!event.isPrimary) {
      this.cancel();
      return;
    }
    if (event.button !== 0) return;
    const point = this.#pointAt(event.clientX, event.clientY);
    this.#events.pressed(point);
    const canHold = point !== null && this.#events.canHold(point);
    const isFinger = event.pointerType === 'touch';
    const kind = event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse';
    this.#press = { id: event.pointerId, point, canHold, x: event.clientX, y: event.clientY, isFinger, slack: slack[kind], isDragging: false };
    if (canHold) {
      this.#svg.play.setPointerCapture(event.pointerId);
      this.#events.gripped({ point, isFinger, goesOn: event.shiftKey });
      return;
    }
    if (point === null) return;
    this.#holding = setTimeout(() => {
      this.#forget();
      this.#events.clicked(point, true);
    }, heldMs);
  }

  #forget(): void {
    clearTimeout(this.#holding);
    this.#press = null;
  }

  #move(event: PointerEvent): void {
    const press = this.#press;
    if (press === null) {
      if (event.pointerType !== 'touch') this.#hover(this.#pointAt(event.clientX, event.clientY));
      return;
    }
    if (event.pointerId !== press.id) return;
    if (!press.isDragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= press.slack) return;
      clearTimeout(this.#holding);
      if (!press.canHold || press.point === null) return;
      if (!this.#events.lifted({ point: press.point, isFinger: press.isFinger, goesOn: event.shiftKey })) {
        this.#press = null;
        return;
      }
      press.isDragging = true;
    }
    this.#last = { x: event.clientX, y: event.clientY };
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#picture());
  }

  #picture(): void {
    this.#frame = 0;
    if (this.#press?.isDragging === true) this.#events.carried(this.#aim());
  }

  #up(event: PointerEvent): void {
    const press = this.#press;
    if (press === null || event.pointerId !== press.id) return;
    this.#forget();
    if (press.isDragging) {
      this.#last = { x: event.clientX, y: event.clientY };
      const spot = this.#aim(press);
      this.#stop();
      this.#events.placed(nearestPoint(this.#svg.geometry, spot));
      return;
    }
    // A press that moved on without a piece was not meant as a click.
    const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y) > press.slack * 2;
    if (!moved) this.#events.clicked(press.point, event.shiftKey);
  }

  #click(event: MouseEvent): void {
    const ignored = this.#ignoresClick;
    this.#ignoresClick = false;
    if (ignored && event.detail !== 0) return;
    const rect = event.target instanceof Element ? event.target.getBoundingClientRect() : null;
    if (rect === null) return;
    const point = this.#pointAt(rect.left + rect.width / 2, rect.top + rect.height / 2);
    this.#events.pressed(point);
    this.#events.clicked(point, false);
  }

  #stop(): void {
    if (this.#frame !== 0) cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Where the held piece is: above a finger, so that it can be seen. */
  #aim(press = this.#press): Spot {
    const cell = this.#svg.scale * step;
    const lift = press?.isFinger === true ? Math.max(0, fingerReach - cell / 2) : 0;
    return this.#svg.spotAt(this.#last.x, this.#last.y - lift);
  }

  #hover(point: Point | null): void {
    if (point === this.#over) return;
    this.#over = point;
    this.#events.hovered(point);
  }

  #pointAt(x: number, y: number): Point | null {
    return nearestPoint(this.#svg.geometry, this.#svg.spotAt(x, y));
  }
}
