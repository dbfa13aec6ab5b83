// Knows a game from its first position to its last: every position on the way, and the rules at the end of it.
// Refuses to know who plays, the time and how it is shown.
import type { Checked, Game, Layout, Move, Piece, Point, Rules } from '../rules/types';

export interface PlayedMove {
  readonly seat: number;
  readonly set: number; // whose colour moved: the star's players may have several
  readonly text: string;
  readonly path: readonly Point[];
  readonly captured: readonly Point[];
  readonly crowns: boolean;
}

/** One position of a game and the move that led to it. */
export interface Frame {
  readonly pieces: readonly Piece[];
  readonly move: PlayedMove | null; // null for the first
  readonly turn: number;
}

const noMoves: readonly Move[] = [];

export class Timeline {
  readonly layout: Layout;
  readonly #frames: Frame[] = [];
  #head: Game;
  #legal: readonly Move[] | undefined;

  private constructor(
    private readonly rules: Rules,
    readonly token: string,
    readonly start: string | null,
    head: Game,
  ) {
    this.#head = head;
    this.layout = head.layout();
    this.#frames.push({ pieces: head.pieces(), move: null, turn: head.seatToMove() });
  }

  static begin(rules: Rules, token: string, start: string | null = null): Checked<Timeline> {
    const game = start === null ? rules.start(token) : rules.start(token, start);
    return game.ok ? { ok: true, value: new Timeline(rules, token, start, game.value) } : game;
  }

  /** The game after its last move. Borrowed: it goes with the timeline. */
  get head(): Game {
    return this.#head;
  }

  get ply(): number {
    return this.#frames.length - 1;
  }

  frame(ply: number): Frame {
    const found = this.#frames[Math.max(0, Math.min(ply, this.ply))];
    if (found === undefined) throw new Error('a timeline has a first frame');
    return found;
  }

  moves(): readonly PlayedMove[] {
    return this.#frames.flatMap((frame) => frame.move ?? []);
  }

  /** Of the last position; none once the game is over. */
  legalMoves(): readonly Move[] {
    if (this.#legal === undefined) {
      const moves = this.#head.legalMoves();
      this.#legal = moves.ok ? moves.value : noMoves;
    }
    return this.#legal;
  }

  /** Plays on from the last position. `way` is the one that was chosen or recorded, where there are several. */
  play(text: string, way?: readonly Point[]): Checked<PlayedMove> {
    const parsed = this.#head.parse(text);
    if (!parsed.ok) return parsed;
    const made = this.made(parsed.value, way);
    const played = this.#head.play(parsed.value);
    if (!played.ok) return played;
    this.#push(made);
    return { ok: true, value: made };
  }

  /** How a legal move of the last position stands in the list once it is made. */
  made({ text, path, captured, crowns }: Move, way: readonly Point[] = []): PlayedMove {
    const seat = this.#head.seatToMove();
    const set = this.frame(this.ply).pieces.find((piece) => piece.point === path[0])?.set ?? seat + 1;
    return { seat, set, text, path: way.length > 1 ? way : path, captured, crowns };
  }

  withdraw(seat: number, reason: string): void {
    this.#head.withdraw(seat, reason);
    this.#legal = undefined;
    const last = this.frame(this.ply);
    this.#frames[this.ply] = { ...last, turn: this.#head.seatToMove() };
  }

  /** Takes moves back until `ply` are left. */
  truncate(ply: number, isOut: (seat: number) => boolean = () => false): void {
    if (ply >= this.ply) return;
    const moves = this.moves().slice(0, Math.max(0, ply));
    const fresh = this.start === null ? this.rules.start(this.token) : this.rules.start(this.token, this.start);
    if (!fresh.ok) throw new Error(fresh.reason); // it began once
    this.#head.free();
    this.#head = fresh.value;
    this.#legal = undefined;
    this.#frames.length = 0;
    this.#frames.push({ pieces: this.#head.pieces(), move: null, turn: this.#head.seatToMove() });
    for (const move of moves) {
      this.withdrawUpTo(move.seat, isOut);
      const played = this.play(move.text, move.path);
      if (!played.ok) throw new Error(played.reason); // it was played once
    }
  }

  /**
   * Seats that resigned or ran out of time lose their turns: where the next move is known to be `seat`'s, those
   * before it have gone.
   */
  withdrawUpTo(seat: number, isOut: (seat: number) => boolean): void {
    for (let at = this.#head.seatToMove(); at !== seat && isOut(at); at = this.#head.seatToMove()) {
      this.withdraw(at, '');
      if (this.#head.seatToMove() === at) return;
    }
  }

  free(): void {
    this.#head.free();
  }

  #push(move: PlayedMove): void {
    this.#legal = undefined;
    this.#frames.push({ pieces: this.#head.pieces(), move, turn: this.#head.seatToMove() });
  }
}

/** A move with all its landings: what the rules write short, as 6x31, is to be read without a board, as 6x15x22x31. */
export function fullText(layout: Layout, { text, path, captured }: Pick<PlayedMove, 'text' | 'path' | 'captured'>): string {
  if (path.length <= 2) return text;
  return path.map((point) => layout.points[point]?.label ?? '').join(captured.length > 0 ? 'x' : '-');
}

/** The landings that a star's move was written with; none in draughts, where the text is the move. */
export function wayOf(layout: Layout, text: string): readonly Point[] | undefined {
  if (layout.shape !== 'star') return undefined;
  const way = text.split('-').map((label) => layout.points.findIndex((point) => point.label === label));
  return way.length > 1 && way.every((point) => point >= 0) ? way : undefined;
}

/** A move as a record has it: the star's with every landing, for the text of the rules tells its two ends. */
export function recordedText(layout: Layout, move: Pick<PlayedMove, 'text' | 'path'>): string {
  return layout.shape === 'star' ? fullText(layout, { ...move, captured: [] }) : move.text;
}

/** The moves of a round by their seats: where one has left, or is home, or another began, its place stays empty. */
export type Round = readonly ({ readonly move: PlayedMove; readonly ply: number } | undefined)[];

export function roundsOf(moves: readonly PlayedMove[]): readonly Round[] {
  const rounds: { move: PlayedMove; ply: number }[][] = [];
  let last = Infinity;
  for (const [at, move] of moves.entries()) {
    if (move.seat <= last) rounds.push([]);
    const round = rounds[rounds.length - 1];
    if (round !== undefined) round[move.seat] = { move, ply: at + 1 };
    last = move.seat;
  }
  return rounds.map((round) => Array.from(round));
}

/** What each seat has taken by then, in the order of taking: the pieces in its tray (FK-11). */
export function takenBy(timeline: Timeline, ply: number): ReadonlyMap<number, readonly Piece[]> {
  const trays = new Map<number, Piece[]>();
  for (let at = 1; at <= ply; at += 1) {
    const { move } = timeline.frame(at);
    if (move === null || move.captured.length === 0) continue;
    const before = timeline.frame(at - 1).pieces;
    const tray = trays.get(move.seat) ?? [];
    for (const point of move.captured) {
      const piece = before.find((candidate) => candidate.point === point);
      if (piece !== undefined) tray.push(piece);
    }
    trays.set(move.seat, tray);
  }
  return trays;
}

/** The last move of each seat up to `ply`, oldest first; in draughts only the last of all. */
export function lastMoves(timeline: Timeline, ply: number, seats: number): readonly PlayedMove[] {
  const found = new Map<number, PlayedMove>();
  for (let at = ply; at > 0 && found.size < seats && ply - at < 2 * seats; at -= 1) {
    const { move } = timeline.frame(at);
    if (move !== null && !found.has(move.seat)) found.set(move.seat, move);
  }
  const moves = [...found.values()].reverse();
  return timeline.layout.shape === 'star' ? moves : moves.slice(-1);
}
