// Knows which of the moves made the board shows by now: those of others one after the other, at a pace, never far behind.
// Does not know what a move is, how it is drawn and what time it is.
import { signal, type ReadonlySignal } from '@preact/signals';

export interface QueueClock {
  now(): number;
  /** Calls `then` later, unless the answer is called before. */
  later(then: () => void, ms: number): () => void;
}

/** How long a move is looked at, in milliseconds. */
export interface Tempo {
  readonly step: number; // a move of one step, and any hop
  readonly hop: number; // more for each further hop of a chain
  readonly most: number; // the longest chain
  readonly own: number; // a hop of one's own move, which the hand may have shown already
  readonly behind: number; // no move waits longer than this, however many come; Infinity where nobody waits for the player
}

export interface QueuedMove {
  readonly hops: number;
  readonly isOwn: boolean; // made by this player's hand, on whose board it stands already
}

export interface Shown {
  readonly ply: number; // moves that the board has
  readonly ms: number; // for the last of them
  readonly isShowing: boolean; // the last of them is being looked at
}

interface Waiting extends QueuedMove {
  readonly ply: number;
  readonly by: number; // when it has to be on the board
}

/** Quicker than this no eye follows: then several moves are shown at once. */
const leastMs = 60;
/** Of more that come at once, as after a break of the connection, only the last are shown one by one. */
const mostAtOnce = 18;
/** How long the board stands still before a round is shown again. */
const pauseMs = 350;

export class MoveQueue {
  readonly #shown = signal<Shown>({ ply: 0, ms: 0, isShowing: false });
  #waiting: Waiting[] = [];
  #isAtEnd = false; // whatever comes is on the board at once
  #cancel: (() => void) | undefined;

  /** `tempo`: asked for each move; null where everything is shown at once. */
  constructor(
    ply: number,
    private readonly clock: QueueClock,
    private readonly tempo: () => Tempo | null,
  ) {
    this.#shown.value = { ply, ms: 0, isShowing: false };
  }

  get shown(): ReadonlySignal<Shown> {
    return this.#shown;
  }

  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  /** The game has `ply` moves now. */
  follow(ply: number, move: (ply: number) => QueuedMove): void {
    const known = this.#known;
    const tempo = this.tempo();
    if (ply === known) return;
    if (ply < known || tempo === null || this.#isAtEnd) return this.#jump(ply);
    const first = tempo.behind === Infinity ? known + 1 : Math.max(known + 1, ply - mostAtOnce + 1);
    if (first > known + 1) this.#jump(first - 1);
    const by = this.clock.now() + tempo.behind;
    for (let at = first; at <= ply; at += 1) this.#waiting.push({ ply: at, by, ...move(at) });
    // One's own hand has shown its move and waits for nobody.
    if (!this.#shown.peek().isShowing || this.#waiting[0]?.isOwn === true) this.#next();
  }

  /** Shows the moves after `from` once more. */
  replay(from: number, move: (ply: number) => QueuedMove): void {
    const last = this.#known;
    if (from >= last || this.tempo() === null) return;
    this.#waiting = Array.from({ length: last - from }, (_, at) => ({ ply: from + 1 + at, by: Infinity, ...move(from + 1 + at), isOwn: false }));
    this.#show(from, pauseMs);
  }

  /** Everything that waits is on the board at once. */
  skip(): void {
    if (this.isBehind) this.#jump(this.#known);
  }

  /** From now on the board is as far as the game: for whoever does not want to see how it goes on. */
  toEnd(): void {
    this.#isAtEnd = true;
    this.skip();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting = [];
  }

  get #known(): number {
    return this.#waiting[this.#waiting.length - 1]?.ply ?? this.#shown.peek().ply;
  }

  #jump(ply: number): void {
    this.stop();
    this.#shown.value = { ply, ms: 0, isShowing: false };
  }

  #next(): void {
    const tempo = this.tempo();
    if (tempo === null) return this.#jump(this.#known);
    let next = this.#waiting.shift();
    if (next === undefined) {
      const { ply, ms } = this.#shown.peek();
      this.#shown.value = { ply, ms, isShowing: false };
      return;
    }
    let ms = this.#timeFor(next, tempo);
    while (ms < leastMs && this.#waiting.length > 0) {
      next = this.#waiting.shift() ?? next;
      ms = this.#timeFor(next, tempo);
    }
    this.#show(next.ply, Math.max(0, ms));
  }

  /** As long as it wants, and no longer than lets all who wait be shown in time, the same for each. */
  #timeFor({ hops, isOwn }: QueuedMove, { step, hop, most, own }: Tempo): number {
    const now = this.clock.now();
    const wanted = Math.min(most, isOwn ? own * hops : step + hop * Math.max(0, hops - 1));
    return this.#waiting.reduce((ms, { by }, at) => Math.min(ms, (by - now) / (at + 1)), wanted);
  }

  #show(ply: number, ms: number): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#shown.value = { ply, ms, isShowing: ms > 0 };
    if (ms > 0) this.#cancel = this.clock.later(() => this.#next(), ms);
    else if (this.isBehind) this.#next();
  }
}
