// Knows how somebody looks for better moves than those that were played: one position after the other, each move that is tried
// is judged, a weak one is taken back, and at the end it is told how many were found.
// Does not know how a move is judged, how any of it is drawn and how it is said.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { GameTree, TreeNode } from '../../../game/game_tree';
import type { Checked, Point } from '../../../rules/types';
import type { Mistake } from './mistakes';

export interface Judge {
  /** This position comes next: what can be known of it may be looked for. */
  prepare(mistake: Mistake): void;
  /** Whether the move is as good as the computer's, or nearly. */
  isAsGood(mistake: Mistake, tried: TreeNode): Promise<boolean>;
}

/** `asking` awaits a move; after `found` and `shown` comes the next position, after the last one `over`. */
export type Phase = 'asking' | 'judging' | 'weak' | 'found' | 'shown' | 'over';

/** What is to be said of the last move that was tried: `same` is the one that was played in the game. */
export type Verdict = 'best' | 'good' | 'weak' | 'same' | 'unjudged';

export interface RetryState {
  readonly at: number; // which of the mistakes
  readonly phase: Phase;
  readonly verdict: Verdict | null;
  readonly tried: string;
  readonly found: number; // without being shown
}

export interface RetryOptions {
  readonly tree: GameTree;
  readonly seat: number;
  readonly mistakes: readonly Mistake[]; // at least one
  readonly judge: Judge;
  readonly undoAfter: (hops: number) => number; // how long a weak move stands, in milliseconds
  readonly moved: (node: TreeNode) => void; // where the tree is now
}

const atStart: RetryState = { at: 0, phase: 'asking', verdict: null, tried: '', found: 0 };

export class Retrying {
  readonly seat: number;
  readonly mistakes: readonly Mistake[];
  readonly #options: RetryOptions;
  readonly #state = signal(atStart);
  #tried: { readonly node: TreeNode; readonly isNew: boolean } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0; // counts what the judge is asked, so that an answer that nobody waits for any more is known as such

  constructor(options: RetryOptions) {
    this.#options = options;
    this.seat = options.seat;
    this.mistakes = options.mistakes;
    this.#begin();
  }

  get state(): ReadonlySignal<RetryState> {
    return this.#state;
  }

  get mistake(): Mistake | undefined {
    return this.mistakes[this.#state.value.at];
  }

  /** A move is awaited, and this is the position for it. */
  isAsked(at: TreeNode): boolean {
    return this.#state.value.phase === 'asking' && at === this.mistake?.before;
  }

  /** A legal move of the position that is asked about. */
  play(text: string, way: readonly Point[] = []): Checked<TreeNode> | undefined {
    const { mistake } = this;
    const { tree, moved } = this.#options;
    if (mistake === undefined || !this.isAsked(tree.at)) return undefined;
    const known = new Set(mistake.before.children);
    const played = tree.play(text, way);
    if (!played.ok) return played;
    const node = played.value;
    this.#tried = { node, isNew: !known.has(node) };
    moved(node);
    if (node === mistake.played) this.#weak('same');
    else if (node.text === mistake.best) this.#found('best');
    else this.#judge(mistake, node);
    return played;
  }

  /** Plays the computer's move. */
  show(): void {
    const { mistake } = this;
    const { phase } = this.#state.value;
    if (mistake === undefined || phase === 'found' || phase === 'shown' || phase === 'over') return;
    this.back();
    const played = this.#options.tree.play(mistake.best);
    if (played.ok) this.#options.moved(played.value);
    this.#change({ phase: 'shown', verdict: null });
  }

  /** The next position, whether or not this one was found. */
  next(): void {
    const { at, phase } = this.#state.value;
    if (phase === 'over') return;
    this.#forget(this.#isTrying);
    const isLast = at + 1 >= this.mistakes.length;
    this.#change({ at: isLast ? at : at + 1, phase: isLast ? 'over' : 'asking', verdict: null, tried: '' });
    if (!isLast) this.#begin();
  }

  /** From the first position. */
  again(): void {
    this.#forget(false);
    this.#state.value = atStart;
    this.#begin();
  }

  /** To the position that is asked about, for whoever has looked elsewhere. */
  back(): void {
    const isTrying = this.#isTrying;
    this.#forget(isTrying);
    if (isTrying) this.#change({ phase: 'asking' });
    this.#goTo(this.mistake?.before);
  }

  /** Back to the game as it was. */
  leave(): void {
    if (this.#isTrying) this.back();
    this.stop();
  }

  /** Nothing comes any more, and the tree is left alone: it may be gone. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  get #isTrying(): boolean {
    const { phase } = this.#state.value;
    return phase === 'judging' || phase === 'weak';
  }

  #begin(): void {
    const { mistake } = this;
    if (mistake === undefined) return;
    this.#goTo(mistake.before);
    this.#options.judge.prepare(mistake);
  }

  #judge(mistake: Mistake, node: TreeNode): void {
    this.#asked += 1;
    const asked = this.#asked;
    this.#change({ phase: 'judging', verdict: null, tried: node.text });
    const isWanted = () => asked === this.#asked;
    this.#options.judge.isAsGood(mistake, node).then(
      (isGood) => {
        if (!isWanted()) return;
        if (isGood) this.#found('good');
        else this.#weak('weak');
      },
      () => {
        if (isWanted()) this.#weak('unjudged');
      },
    );
  }

  #found(verdict: Verdict): void {
    const { found } = this.#state.value;
    this.#change({ phase: 'found', verdict, tried: this.#tried?.node.text ?? '', found: found + 1 });
  }

  /** It stands for a moment, then another may be tried. */
  #weak(verdict: Verdict): void {
    const node = this.#tried?.node;
    this.#change({ phase: 'weak', verdict, tried: node?.text ?? '' });
    const hops = Math.max(1, (node?.path.length ?? 0) - 1);
    this.#timer = setTimeout(() => this.back(), this.#options.undoAfter(hops));
  }

  /** Nobody waits for an answer any more; a move that was only tried leaves the game as it was. */
  #forget(isTakenBack: boolean): void {
    this.stop();
    const tried = this.#tried;
    this.#tried = undefined;
    if (!isTakenBack || tried?.isNew !== true) return;
    const { tree, moved } = this.#options;
    tree.remove(tried.node);
    moved(tree.at);
  }

  #goTo(node: TreeNode | undefined): void {
    const { tree, moved } = this.#options;
    if (node === undefined) return;
    tree.go(node);
    moved(node);
  }

  #change(change: Partial<RetryState>): void {
    this.#state.value = { ...this.#state.value, ...change };
  }
}
