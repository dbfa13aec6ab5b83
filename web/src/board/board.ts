// Knows one board on the page: what it shows, and what it tells of the player's hand.
// Does not know rules, clocks, players and the page around it.
import { Bubble } from './input/bubble';
import { Cells } from './drawing/cells';
import { nearestPoint, step, type Spot } from './drawing/geometry';
import { MoveInput } from './input/move_input';
import { drawArrows, drawGoals, drawTrail } from './drawing/marks';
import { pictureOf } from './drawing/picture';
import { Pieces } from './drawing/pieces';
import { passedOver } from './drawing/route';
import { isSame } from './same';
import { MoveAnimation } from './drawing/animation';
import { BoardSvg } from './drawing/board_svg';
import { dressOf, type BoardEvents, type BoardView, type Move, type Point, type ShownMove, type WaysOf } from './types';
import type { BoardMessages, MoveDescription } from './messages';

type Way = readonly Point[];

interface Waiting {
  readonly from: Point;
  readonly to: Point;
}

const isOnItsWay = (view: BoardView): boolean => (view.pending ?? null) !== null;
const endsOf = (way: Way): Waiting => ({ from: way[0] as Point, to: way[way.length - 1] as Point });

export class Board {
  readonly #svg: BoardSvg;
  readonly #pieces: Pieces;
  readonly #cells: Cells;
  readonly #bubble: Bubble;
  readonly #input: MoveInput;
  readonly #animation = new MoveAnimation();
  readonly #trays = new Map<number, Element>();
  readonly #loose = new Set<SVGGElement>();
  #view: BoardView;
  #messages: BoardMessages;
  #events: BoardEvents;
  #waysOf: WaysOf;
  #waiting: Waiting | null = null;
  /** Counts what is shown, so that what was cut short does not go on. */
  #run = 0;
  #isShowing = false;

  constructor(into: Element, view: BoardView, events: BoardEvents, messages: BoardMessages, waysOf: WaysOf = (move) => [move.path]) {
    this.#view = view;
    this.#events = events;
    this.#messages = messages;
    this.#waysOf = waysOf;
    this.#svg = new BoardSvg(into, view.layout, view.turned);
    this.#pieces = new Pieces(this.#svg.layer.pieces, this.#svg.id);
    this.#cells = new Cells(this.#svg.layer.cells, this.#svg.geometry, this.#svg.keys.id);
    this.#bubble = new Bubble(this.#svg);
    this.#input = new MoveInput(this.#surface());
    this.#dress();
    this.#nameBoard();
    this.#showPending();
  }

  get element(): HTMLElement {
    return this.#svg.root;
  }

  setMessages(messages: BoardMessages): void {
    this.#messages = messages;
    this.#nameBoard();
    this.#input.draw();
  }

  #nameBoard(): void {
    this.#cells.name(this.#messages.board());
    this.#svg.keys.textContent = this.#messages.keys();
  }

  setEvents(events: BoardEvents, waysOf?: WaysOf): void {
    this.#events = events;
    if (waysOf !== undefined) this.#waysOf = waysOf;
  }

  /** Captured pieces fly to this element when the seat takes them. */
  attachTray(seat: number, tray: Element | null): void {
    if (tray === null) this.#trays.delete(seat);
    else this.#trays.set(seat, tray);
  }

  update(view: BoardView): void {
    const before = this.#view;
    const isTakenBack = this.#waiting !== null && view.number === before.number && !isOnItsWay(view);
    if (isSame(view, before) && !isTakenBack) return;
    const last = view.lastMoves[view.lastMoves.length - 1];
    const isSameBoard = view.layout === before.layout && view.turned === before.turned;
    if (view.number === before.number && isSameBoard && isSame(view.pieces, before.pieces)) {
      this.#view = view;
      if (isTakenBack) return this.#rollBack();
      if (this.#isShowing || this.#waiting !== null) return this.#wear();
      this.#dress();
      return this.#showPending();
    }
    if (isSameBoard && last !== undefined && view.number === before.number + 1) {
      this.#forward(view, last);
      return this.#showPending();
    }
    const undone = before.lastMoves[before.lastMoves.length - 1];
    this.#stop();
    this.#waiting = null;
    if (isSameBoard && undone !== undefined && view.number === before.number - 1) return this.#backward(view, undone);
    this.#view = view;
    this.#dress();
    this.#showPending();
    if (isSameBoard && view.number !== before.number) this.#svg.say(this.#messages.stands(view.number));
    if (view.layout === before.layout && view.turned !== before.turned) this.#turn(before.turned);
  }

  /** The move that was told by `moved`, or was pending, did not happen: the piece goes back. */
  #rollBack(): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#stop();
    this.#waiting = null;
    this.#dress();
    const element = this.#pieces.at(waiting.from)?.element;
    if (element !== undefined) void this.#animation.slideBack(element, this.#spot(waiting.to), this.#spot(waiting.from));
  }

  /** Plays a legal move as the hand would: for a move that was typed. */
  enter(move: Move, way: Way = move.path): void {
    this.skipAnimation();
    this.#input.drop();
    this.#play(move, way, false);
  }

  pick(point: Point | null): void {
    this.skipAnimation();
    if (point === null) this.#input.drop();
    else this.#input.pick(point);
  }

  focus(point?: Point): void {
    this.#cells.focus(point);
  }

  say(text: string): void {
    this.#svg.say(text);
  }

  /** Which point lies there on the screen, for what is dragged onto the board from beside it. */
  pointAt(clientX: number, clientY: number): Point | null {
    return nearestPoint(this.#svg.geometry, this.#svg.spotAt(clientX, clientY));
  }

  /** A text beside a point, until the next press: why a move was refused. */
  explain(point: Point, content: Node): void {
    this.#bubble.note(content, this.#spot(point));
  }

  clearNote(): void {
    this.#bubble.clearNote();
  }

  /** The board as it stands, as an SVG file of its own. */
  picture(): string {
    this.skipAnimation();
    return pictureOf(this.#svg.root, this.#svg.geometry.box);
  }

  /** Whatever is being shown comes to its end at once. */
  skipAnimation(): void {
    if (!this.#isShowing) return;
    this.#stop();
    if (this.#waiting === null) this.#dress();
  }

  destroy(): void {
    this.#stop();
    this.#bubble.close();
    this.#svg.release();
    this.#svg.root.remove();
  }

  #surface(): ConstructorParameters<typeof MoveInput>[0] {
    // Read at each use: view, messages and events change under it.
    const read = {
      view: () => this.#view,
      messages: () => this.#messages,
      events: () => this.#events,
      waiting: () => this.#waiting !== null,
      ways: () => this.#waysOf,
    };
    return {
      svg: this.#svg,
      pieces: this.#pieces,
      cells: this.#cells,
      bubble: this.#bubble,
      get view() {
        return read.view();
      },
      get messages() {
        return read.messages();
      },
      get events() {
        return read.events();
      },
      get waysOf() {
        return read.ways();
      },
      get isWaiting() {
        return read.waiting();
      },
      skipAnimation: () => this.skipAnimation(),
      play: (move, way, isDragged) => this.#play(move, way, isDragged),
      describe: (way, captured, crowns) => this.#describe(way, captured, crowns),
    };
  }

  #spot(point: Point): Spot {
    return this.#svg.geometry.spots[point] ?? { x: 0, y: 0 };
  }

  #wear(): void {
    this.#svg.wear(dressOf(this.#view.look, this.#view.pieceLook, this.#view.darkIs));
  }

  /** Shows the view as it stands. */
  #dress(): void {
    const view = this.#view;
    this.#wear();
    const isLaid = this.#svg.lay(view.layout, view.turned, view.coordinates ?? true);
    const { geometry, layer } = this.#svg;
    if (isLaid) this.#cells.lay(geometry);
    this.#pieces.show(view.pieces, geometry, view.lightSeat ?? 1, isLaid);
    this.#pieces.shine(view.won ?? []);
    drawGoals(layer.goals, geometry, view.goalsOf ?? [], view.goalName);
    drawTrail(layer.trail, geometry, view.lastMoves);
    this.#input.renew();
    drawArrows(layer.arrows, geometry, view.arrows ?? []);
  }

  /** A move that is on its way without this board's hand: it was typed, or laid down for later. */
  #showPending(): void {
    const pending = this.#view.pending ?? null;
    if (pending === null || this.#waiting !== null) return;
    this.skipAnimation();
    this.#input.drop();
    this.#waiting = endsOf(pending.path);
    this.#input.renew();
    this.#svg.say(this.#messages.moved(this.#describe(pending.path, pending.captured, pending.crowns)));
    this.#animate(pending, false);
  }

  #play(move: Move, way: Way, isDragged: boolean): void {
    const piece = this.#pieces.at(way[0] as Point)?.piece;
    if (piece === undefined) return;
    this.#waiting = endsOf(way);
    this.#input.renew();
    this.#svg.say(this.#messages.moved(this.#describe(way, move.captured, move.crowns)));
    this.#animate({ seat: piece.seat, set: piece.set, path: way, captured: move.captured }, isDragged);
    this.#events.moved?.(move, way);
  }

  #forward(view: BoardView, last: ShownMove): void {
    const waiting = this.#waiting;
    const ends = endsOf(last.path);
    this.#waiting = null;
    if (waiting !== null && waiting.from === ends.from && waiting.to === ends.to) {
      // Our own move has come back: it is already shown, or being shown.
      this.#view = view;
      if (!this.#isShowing) this.#dress();
      return;
    }
    // Where the one before is cut short, everything stands where it belongs first.
    const isCut = this.#isShowing;
    this.#stop();
    if (waiting !== null || isCut) this.#dress();
    const before = this.#pieces.at(ends.from)?.piece;
    const after = view.pieces.find((piece) => piece.point === ends.to);
    const crowns = before?.isKing === false && after?.isKing === true;
    this.#svg.say(this.#messages.moved(this.#describe(last.path, last.captured, crowns)));
    this.#view = view;
    this.#wear();
    // Among many the way is to be seen while it is gone, and the one before until the next turn of its seat.
    if (view.layout.shape === 'star') drawTrail(this.#svg.layer.trail, this.#svg.geometry, view.lastMoves);
    this.#animate(last, false);
  }

  #backward(view: BoardView, undone: ShownMove): void {
    const { from, to } = endsOf(undone.path);
    const element = this.#pieces.at(to)?.element;
    this.#view = view;
    this.#dress();
    this.#svg.say(this.#messages.undone(this.#describe(undone.path, undone.captured, false)));
    const back = this.#pieces.at(from)?.element;
    if (element === undefined || back === undefined || view.pace === 'none') return;
    this.#pieces.raise(back);
    void this.#animation.slideBack(back, this.#spot(to), this.#spot(from));
  }

  /** Shows how the board came to lie as it does now, the short way round. */
  #turn(before: number): void {
    const { layout, turned, pieces, pace } = this.#view;
    const steps = layout.turnSteps;
    const forward = (turned - before + steps) % steps;
    const degrees = ((forward > steps / 2 ? forward - steps : forward) * 360) / steps;
    const standing = pieces.flatMap(({ point }) => {
      const element = this.#pieces.at(point)?.element;
      return element === undefined ? [] : [{ element, spot: this.#spot(point) }];
    });
    this.#animation.turn(this.#svg.turning, standing, degrees, pace ?? 'quick');
  }

  #describe(way: Way, captured: readonly Point[], crowns: boolean): MoveDescription {
    const label = (point: Point): string => this.#view.layout.points[point]?.label ?? '';
    const piece = this.#pieces.at(way[0] as Point)?.piece;
    return {
      seat: piece?.seat ?? 0,
      set: piece?.set ?? 0,
      isKing: piece?.isKing ?? false,
      path: way.map(label),
      captured: captured.map(label),
      crowns,
    };
  }

  /** Moves the piece along its way; what it captures leaves as it is jumped. */
  #animate(shown: ShownMove, isDragged: boolean): void {
    const run = ++this.#run;
    const { geometry } = this.#svg;
    const { from, to } = endsOf(shown.path);
    const element = this.#pieces.at(from)?.element;
    if (element === undefined) return this.#dress();
    const taken = passedOver(geometry, shown.path, shown.captured).map((points) =>
      points.flatMap((point) => {
        const captured = this.#pieces.take(point);
        return captured === undefined ? [] : [{ element: captured, from: this.#spot(point) }];
      }),
    );
    for (const each of taken.flat()) this.#loose.add(each.element);
    this.#pieces.move(from, to, geometry);
    this.#pieces.raise(element);
    this.#isShowing = true;
    const pace = this.#view.pace ?? 'quick';
    const spots = shown.path.map((point) => this.#spot(point));
    if (!isDragged) element.setAttribute('transform', `translate(${spots[0]?.x ?? 0} ${spots[0]?.y ?? 0})`);
    const landed = (index: number): void => {
      if (run !== this.#run) return;
      const captured = taken[index - 1] ?? [];
      this.#events.landed?.(captured.length > 0);
      for (const each of captured) {
        this.#loose.delete(each.element);
        this.#animation.fly({ ...each, to: this.#trayOf(shown.seat) }, pace);
      }
    };
    void this.#animation.travel({ element, spots, landed }, isDragged ? 'none' : pace, this.#view.mostMs).then(() => {
      if (run !== this.#run) return;
      this.#isShowing = false;
      if (this.#waiting === null) return this.#dress();
      this.#standWaiting();
      this.#input.draw();
    });
  }

  #trayOf(seat: number): Spot | null {
    const rect = this.#trays.get(seat)?.getBoundingClientRect();
    if (rect === undefined || rect.width === 0) return null;
    const spot = this.#svg.spotAt(rect.left + rect.width / 2, rect.top + rect.height / 2);
    const { box } = this.#svg.geometry;
    // A tray far away is flown towards, not to.
    const far = 4 * step;
    return {
      x: Math.max(box.x - far, Math.min(box.x + box.width + far, spot.x)),
      y: Math.max(box.y - far, Math.min(box.y + box.height + far, spot.y)),
    };
  }

  /** What is shown ends, wherever it is; the pieces already belong to their new points. */
  #stop(): void {
    ++this.#run;
    this.#isShowing = false;
    this.#animation.finish();
    for (const element of this.#loose) element.remove();
    this.#loose.clear();
    this.#standWaiting();
  }

  /** The piece whose move is on its way stands at the end of it, also where no motion has brought it there. */
  #standWaiting(): void {
    if (this.#waiting === null) return;
    const { x, y } = this.#spot(this.#waiting.to);
    this.#pieces.at(this.#waiting.to)?.element.setAttribute('transform', `translate(${x} ${y})`);
  }
}
