// Knows how clicks narrow the legal moves down to one, chains included; does not know why a move is legal.
import type { Move, Point, WaysOf } from '../types';

type Way = readonly Point[];

/** One meaning of a click: a move made whole, or the beginning of a chain that goes on. */
export type Option =
  | { readonly kind: 'finish'; readonly move: Move; readonly way: Way }
  | { readonly kind: 'through'; readonly way: Way };

export type Answer =
  | Option
  /** An earlier landing was clicked. */
  | { readonly kind: 'back'; readonly way: Way }
  | { readonly kind: 'dropped' }
  /** Several meanings that differ: the player is asked. */
  | { readonly kind: 'ask'; readonly options: readonly Option[] }
  /** No legal move goes there. */
  | { readonly kind: 'refused' };

export interface Reach {
  /** Take the point as a landing on the way, where a chain may also end there. */
  readonly goesOn?: boolean;
  /** Landings that the piece was drawn over: they choose among ways, and forbid none. */
  readonly trace?: readonly Point[];
}

interface Candidate {
  readonly move: Move;
  readonly ways: readonly Way[];
}

/** From here on a piece's captures are shown by their first way alone. */
const mostAsked = 200;

const startsWith = (way: Way, prefix: Way): boolean =>
  way.length >= prefix.length && prefix.every((point, index) => way[index] === point);

const sameWay = (a: Way, b: Way): boolean => a.length === b.length && startsWith(a, b);

/** How many of the trace's points a way lands on, in their order. */
function agreement(way: Way, trace: readonly Point[]): number {
  let at = 1;
  let count = 0;
  for (const point of trace) {
    const found = way.indexOf(point, at);
    if (found < 0) continue;
    at = found + 1;
    ++count;
  }
  return count;
}

const unlike = (ways: readonly Way[]): Way[] =>
  ways.filter((way, index) => ways.findIndex((other) => sameWay(other, way)) === index);

export class Chooser {
  readonly #moves: readonly Move[];
  readonly #waysOf: WaysOf;
  readonly #asked = new Map<Move, readonly Way[]>();
  #built: Way = [];

  constructor(moves: readonly Move[], waysOf: WaysOf = (move) => [move.path]) {
    this.#moves = moves;
    this.#waysOf = waysOf;
  }

  /** The piece that was picked, and the landings chosen so far; empty when nothing is picked. */
  get built(): Way {
    return this.#built;
  }

  get picked(): Point | null {
    return this.#built[0] ?? null;
  }

  movable(): Set<Point> {
    return new Set(this.#moves.map((move) => move.path[0] as Point));
  }

  pick(point: Point): void {
    this.#built = [point];
  }

  drop(): void {
    this.#built = [];
  }

  build(way: Way): void {
    this.#built = way;
  }

  /** Where the picked piece can end. */
  targets(): Set<Point> {
    return new Set(this.#candidates().map(({ move }) => move.path[move.path.length - 1] as Point));
  }

  /** Targets by a capture: they are drawn otherwise. */
  captures(): Set<Point> {
    const capturing = this.#candidates().filter(({ move }) => move.captured.length > 0);
    return new Set(capturing.map(({ move }) => move.path[move.path.length - 1] as Point));
  }

  /** Where it can land on its way and not end. */
  landings(): Set<Point> {
    const ends = this.targets();
    const landings = new Set<Point>();
    for (const { ways } of this.#candidates()) {
      for (const way of ways) {
        for (const point of way.slice(this.#built.length, -1)) if (!ends.has(point)) landings.add(point);
      }
    }
    return landings;
  }

  /** What a click on the point means now. Only `back`, `dropped` and `through` change what is built. */
  reach(point: Point, how: Reach = {}): Answer {
    if (this.#built.length === 0) return { kind: 'refused' };
    const answer = this.#answer(point, how);
    if (answer.kind === 'through' || answer.kind === 'back') this.#built = answer.way;
    if (answer.kind === 'dropped') this.#built = [];
    return answer;
  }

  /** The way that a click on the point would take, to be shown before it is made. */
  preview(point: Point, how: Reach = {}): Option | null {
    if (this.#built.length === 0) return null;
    const answer = this.#answer(point, how);
    if (answer.kind === 'finish' || answer.kind === 'through') return answer;
    return answer.kind === 'ask' ? (answer.options[0] ?? null) : null;
  }

  #answer(point: Point, { goesOn = false, trace = [] }: Reach): Answer {
    const finishes = this.#finishes(point, trace);
    const mayGoOn = goesOn || finishes.length === 0 || finishes.some(({ move }) => move.captured.length > 0);
    const throughs = mayGoOn ? this.#throughs(point, trace) : [];
    // What captures nothing may stop wherever it likes; what captures may have to be asked.
    const meant = goesOn && throughs.length > 0 ? throughs : [...finishes, ...throughs];
    const options: Option[] = this.#traced(meant, trace);
    const only = options[0];
    if (only !== undefined) return options.length === 1 ? only : { kind: 'ask', options };
    const here = this.#endsHere(point);
    if (here !== null) return here;
    const earlier = this.#built.lastIndexOf(point);
    if (earlier < 0) return { kind: 'refused' };
    if (earlier === 0 && this.#built.length === 1) return { kind: 'dropped' };
    const isLast = earlier === this.#built.length - 1;
    return { kind: 'back', way: this.#built.slice(0, isLast ? earlier : earlier + 1) };
  }

  /** Each move that ends on the point, once, by the way that agrees best with the trace and is shortest. */
  #finishes(point: Point, trace: readonly Point[]): Extract<Option, { kind: 'finish' }>[] {
    return this.#candidates()
      .filter(({ move }) => move.path[move.path.length - 1] === point)
      .map(({ move, ways }) => {
        const all = trace.length > 0 ? this.#ways(move).filter((way) => startsWith(way, this.#built)) : ways;
        const best = all.reduce((a, b) => (agreement(b, trace) > agreement(a, trace) ? b : a));
        return { kind: 'finish', move, way: best };
      });
  }

  /** A chain that was built landing by landing and may stop where it stands. */
  #endsHere(point: Point): Option | null {
    const built = this.#built;
    if (built.length < 2 || built[built.length - 1] !== point) return null;
    const move = this.#moves.find(({ path, captured }) => {
      return captured.length === 0 && path[0] === built[0] && path[path.length - 1] === point;
    });
    return move === undefined ? null : { kind: 'finish', move, way: built };
  }

  /** Each way to land on the point and go on, as far as the point. */
  #throughs(point: Point, trace: readonly Point[]): Extract<Option, { kind: 'through' }>[] {
    const heads: Way[] = [];
    for (const { move, ways } of this.#candidates(true)) {
      for (const way of ways) {
        const at = way.indexOf(point, this.#built.length);
        if (at < 0 || at === way.length - 1) continue;
        if (move.path[move.path.length - 1] === point) continue;
        heads.push(way.slice(0, at + 1));
      }
    }
    const shortest = unlike(heads).sort((a, b) => agreement(b, trace) - agreement(a, trace) || a.length - b.length);
    const options = shortest.map((way): Extract<Option, { kind: 'through' }> => ({ kind: 'through', way }));
    // Without captures the ways to a landing make no difference, so the shortest will do.
    const differs = this.#candidates().some(({ move }) => move.captured.length > 0);
    return differs ? options : options.slice(0, 1);
  }

  /** Where the drawn line tells the options apart, the one that it agrees with best alone remains. */
  #traced(options: readonly Option[], trace: readonly Point[]): Option[] {
    if (options.length < 2 || trace.length === 0) return [...options];
    const scores = options.map((option) => agreement(option.way, trace));
    const most = Math.max(...scores);
    const best = options.filter((_, index) => scores[index] === most);
    return best.length === 1 ? best : [...options];
  }

  /** The moves that go on from what is built, each with its ways that do. */
  #candidates(everyWay = this.#built.length > 1): Candidate[] {
    const built = this.#built;
    const moves = this.#moves.filter((move) => move.path[0] === built[0]);
    const asks = moves.length <= mostAsked;
    return moves.flatMap((move) => {
      const isChain = move.captured.length > 1 || (everyWay && move.path.length > 2);
      const known = asks && isChain ? this.#ways(move) : [move.path];
      const ways = known.filter((way) => startsWith(way, built) && way.length > built.length);
      return ways.length > 0 ? [{ move, ways }] : [];
    });
  }

  #ways(move: Move): readonly Way[] {
    let ways = this.#asked.get(move);
    if (ways === undefined) {
      const told = this.#waysOf(move);
      ways = told.some((way) => sameWay(way, move.path)) ? told : [move.path, ...told];
      this.#asked.set(move, ways);
    }
    return ways;
  }
}
