// Knows a live board of the rules pages: the position one starts from, what was moved on it, and why a move is refused.
// Does not know how it is drawn and what is written beside it.
import { signal } from '@preact/signals';
import type { Checked, Outcome, Point, Refusal, Rules } from '../../rules/types';
import type { Diagram, Trial } from '../../rulebook/shape';
import { explainAt } from '../../game/reasons/attempt';
import type { Explained } from '../../game/model';
import { startThinker, type Thinker } from '../../game/thinker';
import { GameTree, positionOf } from '../../game/game_tree';

const answerMs = 700; // a move that comes at once is not seen
const answeringLevel = 'casual';

export interface PracticeState {
  readonly ply: number;
  readonly isAnswering: boolean; // the computer is to move
  readonly outcome: Outcome;
}

export class Practice {
  readonly explained = signal<Explained | null>(null);
  readonly state;
  /** How many moves were made before the board was handed over. */
  readonly first: number;
  readonly own: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seed = 1;
  #asked = 0;
  #thinker: Thinker | undefined;

  private constructor(
    readonly tree: GameTree,
    private readonly answers: boolean,
    private readonly thinkerOf: () => Thinker,
  ) {
    this.first = tree.ply;
    this.own = tree.game.seatToMove();
    this.state = signal<PracticeState>(this.#read());
  }

  static open(rules: Rules, diagram: Diagram, thinkerOf: () => Thinker = startThinker): Checked<Practice> {
    const tree = GameTree.begin(rules, diagram.token, diagram.position);
    if (!tree.ok) return tree;
    for (const text of diagram.before) {
      const played = tree.value.play(text);
      if (!played.ok) return played;
    }
    return { ok: true, value: new Practice(tree.value, diagram.answers, thinkerOf) };
  }

  /** The seats that the visitor moves: all of them, or the one that began where the computer has the others. */
  hands(): readonly number[] {
    return this.answers ? [this.own] : Array.from({ length: this.tree.game.seats }, (_, seat) => seat);
  }

  play(text: string, way: readonly Point[]): void {
    if (this.state.value.isAnswering || this.state.value.outcome.isOver) return;
    this.#make(text, way);
  }

  explain(from: Point, to: Point | null, by: readonly Point[] = []): void {
    this.explained.value = explainAt(this.tree, from, to, by);
  }

  /** Says why the move of a trial is refused. */
  refuse(trial: Trial): void {
    const parsed = this.tree.game.parse(trial.move);
    if (!parsed.ok) this.explained.value = explainedBy(parsed);
  }

  forget(): void {
    this.explained.value = null;
  }

  again(): void {
    this.#stopAnswering();
    this.explained.value = null;
    if (this.tree.ply === this.first) return;
    this.tree.takeBack(this.first);
    this.state.value = this.#read();
  }

  leave(): void {
    this.#stopAnswering();
    this.#thinker?.stop();
    this.tree.free();
  }

  #make(text: string, way: readonly Point[]): void {
    const played = this.tree.play(text, way);
    this.explained.value = played.ok ? null : explainedBy(played);
    this.state.value = this.#read();
    if (this.state.value.isAnswering) this.#timer = setTimeout(() => this.#answer(), answerMs);
  }

  #answer(): void {
    this.#seed += 1;
    this.#asked += 1;
    const asked = this.#asked;
    if (this.#thinker?.isBroken === true) this.#thinker = undefined;
    this.#thinker ??= this.thinkerOf();
    this.#thinker.choose(positionOf(this.tree), answeringLevel, this.#seed).then(
      (move) => {
        if (asked === this.#asked) this.#make(move, []);
      },
      (problem: unknown) => {
        if (asked === this.#asked) this.explained.value = { code: 'engine_unavailable', rule: '', reason: String(problem) };
      },
    );
  }

  // What is still thought about is not waited for.
  #stopAnswering(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  #read(): PracticeState {
    const outcome = this.tree.game.outcome();
    const isTheirs = this.answers && this.tree.game.seatToMove() !== this.own;
    return { ply: this.tree.ply, isAnswering: isTheirs && !outcome.isOver, outcome };
  }
}

function explainedBy(refusal: Refusal): Explained {
  return { code: 'illegal_move', rule: refusal.rule, reason: refusal.reason };
}
