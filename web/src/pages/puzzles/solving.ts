// Knows a puzzle that is being solved: a right move is answered, a wrong one is taken back, and the rest may be shown.
// It does not know how it is drawn, and what becomes of it once it is solved.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Checked, Point, Refusal, Rules } from '../../rules/types';
import { explainAt } from '../../game/reasons/attempt';
import { GameTree } from '../../game/game_tree';
import type { Explained } from '../../game/model';
import type { Puzzle } from './deck';
import { restAfter, type LineMove } from './other_order';

/** How long a move of so many hops is looked at before what follows it. */
export interface Pauses {
  reply(hops: number): number; // before the answer to a right move
  undo(hops: number): number; // before a wrong one is taken back
}

/** `solving` awaits a move; `shown` has come to its end with the solution, `solved` by the player. */
export type Phase = 'solving' | 'replying' | 'wrong' | 'showing' | 'solved' | 'shown';

export interface SolvingState {
  readonly phase: Phase;
  readonly ply: number;
  readonly verdict: 'right' | 'wrong' | null; // on the last move that was tried
  readonly hint: Point | null; // the piece to move
  readonly isClean: boolean; // no wrong move and no help so far
}

/** What is to be remembered of it. */
export interface Outcomes {
  solved(isClean: boolean): void;
  /** The first wrong move, or the first help. */
  missed(): void;
}

const atStart: SolvingState = { phase: 'solving', ply: 0, verdict: null, hint: null, isClean: true };
const hopsOf = (path: readonly Point[]): number => Math.max(1, path.length - 1);

/** The moves of a puzzle as the rules write them; refused where one of them is not legal. */
function lineOf(rules: Rules, { game: token, position, moves }: Puzzle): Checked<readonly LineMove[]> {
  const game = rules.start(token, position);
  if (!game.ok) return game;
  try {
    const line: LineMove[] = [];
    for (const text of moves) {
      const played = game.value.play(text);
      if (!played.ok) return played;
      line.push({ move: played.value, key: game.value.key() });
    }
    return { ok: true, value: line };
  } finally {
    game.value.free();
  }
}

export class Solving {
  readonly solver: number; // the seat
  readonly #state = signal(atStart);
  readonly #explained = signal<Explained | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isShown = false; // the solution was asked for: what is played after that is not solved

  private constructor(
    readonly puzzle: Puzzle,
    readonly tree: GameTree,
    private line: readonly LineMove[], // in the order in which it is played
    private readonly pauses: Pauses,
    private readonly outcomes: Outcomes,
  ) {
    this.solver = tree.game.seatToMove();
  }

  static open(rules: Rules, puzzle: Puzzle, pauses: Pauses, outcomes: Outcomes): Checked<Solving> {
    const line = lineOf(rules, puzzle);
    if (!line.ok) return line;
    const tree = GameTree.begin(rules, puzzle.game, puzzle.position);
    return tree.ok ? { ok: true, value: new Solving(puzzle, tree.value, line.value, pauses, outcomes) } : tree;
  }

  get state(): ReadonlySignal<SolvingState> {
    return this.#state;
  }

  get explained(): ReadonlySignal<Explained | null> {
    return this.#explained;
  }

  /** A legal move of the player. */
  play(text: string, way: readonly Point[] = []): void {
    if (this.#state.value.phase !== 'solving') return;
    const parsed = this.tree.game.parse(text);
    if (!parsed.ok) return this.refuse(parsed);
    const { ply } = this.tree;
    const rest = restAfter(this.tree.game, parsed.value.text, this.line.slice(ply));
    const played = this.tree.play(text, way);
    if (!played.ok) return this.refuse(played);
    this.#explained.value = null;
    if (rest !== undefined) this.line = [...this.line.slice(0, ply), ...rest];
    const isRight = rest !== undefined || this.#hasWon();
    const pause = this.pauses[isRight ? 'reply' : 'undo'](hopsOf(played.value.path));
    if (isRight) this.#right(pause);
    else this.#wrong(pause);
  }

  explain(from: Point, to: Point | null, by: readonly Point[] = []): void {
    if (this.#state.value.phase === 'solving') this.#explained.value = explainAt(this.tree, from, to, by);
  }

  refuse({ rule, reason, code = 'illegal_move' }: Refusal & { readonly code?: string }): void {
    this.#explained.value = { code, rule, reason };
  }

  forget(): void {
    this.#explained.value = null;
  }

  /** Names the piece that moves next. */
  hint(): void {
    const next = this.line[this.tree.ply];
    if (this.#state.value.phase !== 'solving' || next === undefined) return;
    this.#changeUnclean({ hint: next.move.path[0] ?? null, verdict: null });
  }

  /** Plays the rest. */
  show(): void {
    const { phase } = this.#state.value;
    if (phase === 'solved' || phase === 'shown' || phase === 'showing') return;
    clearTimeout(this.#timer);
    this.#explained.value = null;
    this.#isShown = true;
    if (phase === 'wrong') this.tree.takeBack(this.tree.ply - 1);
    this.#changeUnclean({ phase: 'showing', verdict: null, hint: null });
    this.#timer = setTimeout(() => this.#showNext(), this.pauses.reply(1));
  }

  /** From its first position. */
  again(): void {
    clearTimeout(this.#timer);
    this.#explained.value = null;
    this.tree.takeBack(0);
    this.#change({ phase: 'solving', verdict: null, hint: null });
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.tree.free();
  }

  /** Whoever has won has solved it, however. */
  #hasWon(): boolean {
    const { isOver, isDraw, standings } = this.tree.game.outcome();
    return isOver && !isDraw && standings[this.solver]?.place === 1;
  }

  #right(pause: number): void {
    const isEnd = this.tree.ply >= this.line.length || this.tree.game.outcome().isOver;
    if (!isEnd) {
      this.#change({ phase: 'replying', verdict: 'right', hint: null });
      this.#timer = setTimeout(() => this.#reply(), pause);
      return;
    }
    this.#change({ phase: 'solved', verdict: 'right', hint: null });
    if (!this.#isShown) this.outcomes.solved(this.#state.value.isClean);
  }

  #reply(): void {
    this.#playNext();
    this.#change({ phase: 'solving' });
  }

  #wrong(pause: number): void {
    this.#changeUnclean({ phase: 'wrong', verdict: 'wrong', hint: null });
    this.#timer = setTimeout(() => {
      this.tree.takeBack(this.tree.ply - 1);
      this.#change({ phase: 'solving' });
    }, pause);
  }

  #showNext(): void {
    const hops = this.#playNext();
    if (this.tree.ply >= this.line.length) return this.#change({ phase: 'shown' });
    this.#change({});
    this.#timer = setTimeout(() => this.#showNext(), this.pauses.reply(hops));
  }

  /** The line's own move; how many hops it has. */
  #playNext(): number {
    const next = this.line[this.tree.ply];
    if (next === undefined) return 0;
    this.tree.play(next.move.text);
    return hopsOf(next.move.path);
  }

  #changeUnclean(change: Partial<SolvingState>): void {
    const { isClean } = this.#state.value;
    this.#change({ ...change, isClean: false });
    if (isClean) this.outcomes.missed();
  }

  #change(change: Partial<SolvingState>): void {
    this.#state.value = { ...this.#state.value, ...change, ply: this.tree.ply };
  }
}
