// Knows what the player has picked and how presses, drags and keys become a move; does not know whether it is good.
import type { CellKind } from '../drawing/cells';
import { nearestPoint, step, type Spot } from '../drawing/geometry';
import { drawMarks, drawTargets } from '../drawing/marks';
import type { CellDescription } from '../messages';
import type { Move, Point } from '../types';
import { Chooser, type Answer, type Option, type Reach } from './chooser';
import { Gestures, type Grip } from './gestures';
import { askForMeaning, askToConfirm } from './move_questions';
import { ShownWay } from './shown_way';
import type { Surface, Way } from './surface';

const nothing: ReadonlySet<Point> = new Set();

export class MoveInput {
  readonly #surface: Surface;
  readonly #gestures: Gestures;
  #chooser = new Chooser([]);
  #movable: ReadonlySet<Point> = nothing;
  #ends: ReadonlySet<Point> = nothing;
  #captures: ReadonlySet<Point> = nothing;
  #landings: ReadonlySet<Point> = nothing;
  #wasPicked = false;
  #over: Point | null = null;
  #trace: Point[] = [];
  #refused: Point | null = null;
  readonly #shown: ShownWay;
  readonly #laterEnds = new Map<Point, ReadonlySet<Point>>(); // of each piece that was picked in the opponent's time

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#shown = new ShownWay(surface);
    this.#gestures = new Gestures(surface.svg, {
      canHold: (point) => this.#canHold(point),
      pressed: () => this.#pressed(),
      gripped: (grip) => this.#gripped(grip),
      clicked: (point, goesOn) => this.#clicked(point, goesOn),
      lifted: (grip) => this.#lifted(grip),
      carried: (spot) => this.#carried(spot),
      placed: (point) => this.#placed(point),
      putBack: () => this.#putBack(),
      hovered: (point) => this.#hovered(point),
    });
    surface.svg.layer.cells.addEventListener('keydown', (event) => this.#key(event));
  }

  get picked(): Point | null {
    return this.#chooser.picked;
  }

  /** Another position, or other moves: what was picked stays picked where that still makes sense. */
  renew(): void {
    const { view, waysOf } = this.#surface;
    const picked = this.#chooser.picked;
    this.#chooser = new Chooser(this.#isOurTurn() ? view.moves : [], waysOf);
    this.#laterEnds.clear();
    this.#movable = this.#isOurTurn() ? this.#chooser.movable() : nothing;
    this.#refused = null;
    if (picked !== null && this.#canHold(picked)) this.#chooser.pick(picked);
    else if (this.#gestures.isDragging) this.#gestures.cancel();
    this.draw();
  }

  pick(point: Point): void {
    const { cells, svg, messages, events, view } = this.#surface;
    this.#restand();
    this.#chooser.pick(point);
    cells.here = point;
    this.draw();
    events.picked?.(point);
    const cell = this.#describe(point);
    if (this.#isOurTurn() && !this.#movable.has(point)) {
      svg.say(messages.cannotMove(cell));
      events.refused?.(point, null, []);
    } else {
      const labels = [...this.#ends].map((end) => view.layout.points[end]?.label ?? '');
      svg.say(messages.picked(cell, labels));
    }
  }

  drop(isSaid = false): void {
    const picked = this.#chooser.picked;
    this.#surface.bubble.close();
    if (picked === null) return;
    this.#restand();
    this.#chooser.drop();
    this.#trace = [];
    this.draw();
    this.#surface.events.picked?.(null);
    if (isSaid) this.#surface.svg.say(this.#surface.messages.droppedBack(this.#label(picked)));
  }

  /** Draws what is being chosen: the picked piece, where it can go, and the names of the cells. */
  draw(): void {
    const { svg, view, cells } = this.#surface;
    const picked = this.#chooser.picked;
    const has = picked !== null && this.#isOurTurn();
    this.#ends = has ? this.#chooser.targets() : picked === null ? nothing : this.#endsLater(picked);
    this.#captures = has ? this.#chooser.captures() : nothing;
    this.#landings = has ? this.#chooser.landings() : nothing;
    drawTargets(svg.layer.targets, svg.geometry, { ends: this.#ends, captures: this.#captures, landings: this.#landings });
    const marks = { marked: this.#surface.isWaiting ? [] : (view.marked ?? []), picked, premove: view.premove ?? null, refused: this.#refused };
    drawMarks(svg.layer.marks, svg.geometry, marks);
    this.#shown.show(this.#chooser.built, []);
    svg.root.classList.toggle('board-has-picked', picked !== null);
    cells.pick(picked);
    for (const row of svg.geometry.rows) {
      for (const point of row) cells.tell(point, this.#surface.messages.cell(this.#describe(point)), this.#kind(point));
    }
  }

  #isOurTurn(): boolean {
    const { view, isWaiting } = this.#surface;
    return !isWaiting && view.turn !== null && view.hands.includes(view.turn);
  }

  /** Where a piece that is picked in the opponent's time could go then: onto a piece of one's own too, which may be taken. */
  #endsLater(from: Point): ReadonlySet<Point> {
    const known = this.#laterEnds.get(from);
    if (known !== undefined) return known;
    const moves = this.#surface.view.laterMoves?.() ?? [];
    const ends = new Set(moves.flatMap(({ path }) => (path[0] === from ? path.slice(-1) : [])));
    this.#laterEnds.set(from, ends);
    return ends;
  }

  #canHold(point: Point): boolean {
    const { view, pieces } = this.#surface;
    const built = this.#chooser.built;
    if (built.length > 1 && built[built.length - 1] === point) return true;
    const piece = pieces.at(point)?.piece;
    if (piece === undefined) return false;
    if (view.edits === true) return true;
    if (!view.hands.includes(piece.seat)) return false;
    return this.#isOurTurn() ? view.turn === piece.seat : view.laterMoves !== undefined && view.turn !== null;
  }

  #label(point: Point): string {
    return this.#surface.view.layout.points[point]?.label ?? '';
  }

  #describe(point: Point): CellDescription {
    const { view, pieces } = this.#surface;
    const piece = pieces.at(point)?.piece ?? null;
    return {
      label: this.#label(point),
      piece,
      canMove: this.#movable.has(point),
      mustCapture: view.marked?.includes(point) === true && this.#movable.has(point),
      isPicked: this.#chooser.picked === point,
      isTarget: this.#ends.has(point),
      isLanding: this.#landings.has(point),
    };
  }

  #kind(point: Point): CellKind {
    if (this.#ends.has(point) || this.#landings.has(point)) return 'target';
    return this.#canHold(point) ? 'own' : 'idle';
  }

  #pressed(): void {
    const { bubble, view, events } = this.#surface;
    this.#surface.skipAnimation();
    bubble.clearNote();
    if (bubble.isOpen) bubble.close();
    if (this.#refused !== null) {
      this.#refused = null;
      this.draw();
    }
    if (view.premove !== null && view.premove !== undefined && this.#chooser.picked === null) events.premoved?.(null);
  }

  #gripped({ point }: Grip): void {
    if (this.#surface.view.edits === true) return;
    const built = this.#chooser.built;
    this.#wasPicked = this.#chooser.picked === point || (built.length > 1 && built[built.length - 1] === point);
    if (!this.#wasPicked && !this.#ends.has(point)) this.pick(point);
  }

  #clicked(point: Point | null, goesOn: boolean): void {
    const { view, events } = this.#surface;
    if (view.edits === true) {
      if (point !== null) events.edited?.(null, point);
      return;
    }
    if (this.#chooser.picked === null) {
      if (point !== null) this.#touched(point);
    } else if (point === null) this.drop(true);
    else if (point !== this.#chooser.picked || this.#wasPicked) this.#reach(point, { goesOn }, false);
  }

  /** Whoever presses a piece that is not theirs is told so: one may not know yet which are one's own. */
  #touched(point: Point): void {
    if (!this.#isOurTurn() || this.#surface.pieces.at(point) === undefined) return;
    this.#surface.svg.say(this.#surface.messages.cannotMove(this.#describe(point)));
    this.#surface.events.refused?.(point, null, []);
  }

  #reach(point: Point, how: Reach, isDragged: boolean): void {
    const from = this.#chooser.picked;
    if (from === null) return;
    if (!this.#isOurTurn()) {
      this.#premove(from, point);
      return;
    }
    this.#obey(this.#chooser.reach(point, how), from, point, isDragged);
  }

  #obey(answer: Answer, from: Point, point: Point, isDragged: boolean): void {
    switch (answer.kind) {
      case 'finish':
        void this.#finish(answer.move, answer.way, isDragged);
        break;
      case 'through':
      case 'back':
        this.#stand(answer.way);
        this.draw();
        break;
      case 'dropped':
        this.#chooser.pick(from);
        this.drop(true);
        break;
      case 'ask':
        void this.#ask(answer.options, from, point, isDragged);
        break;
      case 'refused':
        this.#refuse(from, point);
    }
  }

  #premove(from: Point, to: Point): void {
    const { events, svg, messages } = this.#surface;
    const isPossible = this.#ends.has(to);
    this.drop();
    if (from === to) return;
    if (!isPossible) {
      svg.say(messages.cannotGo(this.#label(from), this.#label(to)));
      return;
    }
    events.premoved?.({ from, to });
    svg.say(messages.premove(this.#label(from), this.#label(to)));
  }

  #refuse(from: Point, to: Point): void {
    const { events, svg, messages } = this.#surface;
    const by = this.#chooser.built.slice(1);
    this.drop();
    this.#refused = to;
    this.draw();
    svg.say(messages.cannotGo(this.#label(from), this.#label(to)));
    events.refused?.(from, to, by);
  }

  async #finish(move: Move, way: Way, isDragged: boolean): Promise<void> {
    const { view, cells } = this.#surface;
    if (view.confirms === true) {
      const from = way[0] as Point;
      const hadFocus = cells.hasFocus;
      this.#stand(way);
      this.#shown.show(way, move.captured);
      drawTargets(this.#surface.svg.layer.targets, this.#surface.svg.geometry, { ends: nothing, captures: nothing, landings: nothing });
      const isConfirmed = await askToConfirm(this.#surface, move, way, this.#shown.end(way));
      if (hadFocus) cells.focus();
      if (this.#surface.view !== view) return;
      if (!isConfirmed) {
        if (this.#chooser.picked === from) this.drop(true);
        return;
      }
      this.#letGo();
      this.#surface.play(move, way, true);
      return;
    }
    this.#letGo();
    this.#surface.play(move, way, isDragged);
  }

  async #ask(options: readonly Option[], from: Point, point: Point, isDragged: boolean): Promise<void> {
    const { view, cells } = this.#surface;
    const hadFocus = cells.hasFocus;
    this.#shown.show(this.#chooser.built, []);
    if (isDragged) this.#stand([...this.#chooser.built, point]);
    const option = await askForMeaning(this.#surface, options, this.#label(point), this.#shown.end([point]), this.#shown);
    if (hadFocus) cells.focus();
    if (this.#surface.view !== view || this.#chooser.picked !== from) return;
    if (option === undefined) {
      this.#stand(this.#chooser.built);
      this.draw();
      return;
    }
    if (option.kind === 'through') this.#chooser.build(option.way);
    this.#obey(option, from, point, isDragged);
  }

  /** The move is on its way: nothing is picked any more, and the piece stays where it was put. */
  #letGo(): void {
    this.#chooser.drop();
    this.#trace = [];
    this.#over = null;
  }

  #restand(): void {
    if (this.#chooser.built.length > 0) this.#stand(this.#chooser.built.slice(0, 1));
  }

  /** The picked piece is shown at the end of what is built so far. */
  #stand(way: Way): void {
    if (this.#chooser.picked !== null) this.#shown.stand(this.#chooser.picked, way);
  }

  #hovered(point: Point | null): void {
    if (this.#chooser.picked === null || this.#surface.bubble.isOpen) return;
    this.#preview(point, null);
  }

  #preview(point: Point | null, over: Point | null): void {
    const isGoal = point !== null && (this.#ends.has(point) || this.#landings.has(point));
    const option = isGoal ? this.#chooser.preview(point, { trace: this.#trace }) : null;
    if (option === null) this.#shown.show(this.#chooser.built, [], over);
    else this.#shown.show(option.way, this.#shown.capturedBy(option), over);
  }

  #lifted({ point, isFinger }: Grip): boolean {
    const { view, pieces, svg } = this.#surface;
    const isBuilt = this.#chooser.built.length > 1;
    // A piece of one's own on a target: pressed it is the target, drawn it is the piece.
    if (view.edits !== true && !isBuilt && this.#chooser.picked !== point) this.pick(point);
    const standing = pieces.at(isBuilt ? (this.#chooser.picked ?? point) : point);
    if (standing === undefined) return false;
    if (view.edits === true) this.#chooser.pick(point);
    this.#trace = [];
    this.#over = null;
    svg.hold(standing.look, isFinger);
    standing.element.classList.add('piece-held');
    return true;
  }

  #carried(spot: Spot): void {
    const { svg } = this.#surface;
    svg.carry(spot);
    const point = this.#aimed(spot);
    if (point === this.#over) return;
    this.#over = point;
    const isLanding = point !== null && (this.#ends.has(point) || this.#landings.has(point));
    if (isLanding && this.#trace[this.#trace.length - 1] !== point && this.#trace.length < 64) this.#trace.push(point);
    this.#preview(point, point);
  }

  /** A target draws a held piece to itself from a little farther than other points. */
  #aimed(spot: Spot): Point | null {
    const { geometry } = this.#surface.svg;
    const point = nearestPoint(geometry, spot);
    if (point !== null && this.#ends.has(point)) return point;
    for (const end of this.#ends) {
      const at = geometry.spots[end];
      if (at !== undefined && Math.hypot(at.x - spot.x, at.y - spot.y) < step * 0.62) return end;
    }
    return point;
  }

  #placed(point: Point | null): void {
    const { view, svg, events } = this.#surface;
    const picked = this.#chooser.picked;
    const goal = this.#over ?? point;
    svg.release();
    if (picked !== null) this.#surface.pieces.at(picked)?.element.classList.remove('piece-held');
    if (view.edits === true) {
      this.#chooser.drop();
      this.draw();
      if (picked !== null && point !== picked) events.edited?.(picked, point);
      return;
    }
    const built = this.#chooser.built;
    const isHome = goal === null || goal === built[built.length - 1];
    const trace = this.#trace.filter((each, index) => each !== goal || index < this.#trace.length - 1);
    if (isHome && !(goal !== null && this.#ends.has(goal) && trace.length > 0)) {
      this.#trace = [];
      this.#shown.show(built, []);
      return;
    }
    this.#reach(goal as Point, { trace }, true);
    this.#trace = [];
    this.#over = null;
  }

  #putBack(): void {
    const picked = this.#chooser.picked;
    this.#surface.svg.release();
    if (picked !== null) this.#surface.pieces.at(picked)?.element.classList.remove('piece-held');
    this.#trace = [];
    this.#over = null;
    if (this.#surface.view.edits === true) this.#chooser.drop();
    this.draw();
  }

  #key(event: KeyboardEvent): void {
    const { cells } = this.#surface;
    const stops = this.#chooser.picked === null ? this.#movable : new Set([...this.#ends, ...this.#landings]);
    if (cells.walks(event, stops)) {
      event.preventDefault();
      this.#hovered(cells.here);
      return;
    }
    const isSpace = event.key === ' ';
    if (event.key === 'Enter' || isSpace) {
      event.preventDefault();
      this.#act(cells.here, isSpace || event.shiftKey);
    } else if (event.key === 'Escape' && this.#chooser.picked !== null) {
      event.preventDefault();
      this.drop(true);
    } else if (event.key === 'Backspace' && this.#chooser.built.length > 1) {
      event.preventDefault();
      this.#chooser.build(this.#chooser.built.slice(0, -1));
      this.#stand(this.#chooser.built);
      this.draw();
    }
  }

  #act(point: Point, goesOn: boolean): void {
    this.#pressed();
    const isOther = point !== this.#chooser.picked && !this.#ends.has(point) && this.#chooser.built.indexOf(point) < 0;
    if (this.#surface.view.edits !== true && isOther && this.#canHold(point)) {
      this.pick(point);
      return;
    }
    this.#wasPicked = true;
    this.#clicked(point, goesOn);
  }
}
