// Knows a game as a tree of positions, with the rules at one of them: a table plays on at the end of its one line, the analysis
// goes anywhere and tries others.
// Does not know who plays, the time, how a record is written and how any of it is shown.
import type { Checked, Game, GameRecord, Layout, Move, Outcome, Piece, Point, RecordMove, Refusal, Rules } from '../rules/types';
import type { GamePosition } from './thinker';

/** What a record says of a move: words before and after it, signs (1 is `!`), what the clock showed. */
export type Remarks = Pick<RecordMove, 'commentsBefore' | 'comments' | 'nags' | 'clocks'>;

/** A seat that played no more, while others did. */
export interface Leaving {
  readonly seat: number;
  readonly how: string;
}

/** What a record says of the game as a whole. */
export type About = Pick<GameRecord, 'tags' | 'places' | 'result'>;

export interface PlayedMove {
  readonly seat: number;
  readonly set: number; // whose colour moved: the star's players may have several
  readonly text: string;
  readonly path: readonly Point[];
  readonly captured: readonly Point[];
  readonly crowns: boolean;
}

/** A position and the move that led to it; the root has a move without a text. */
export interface TreeNode extends PlayedMove {
  readonly id: number;
  readonly parent: TreeNode | null;
  readonly children: TreeNode[]; // the first is the line as it was played
  readonly ply: number;
  readonly pieces: readonly Piece[];
  readonly number: number; // of the round, as it is written before the move
  turn: number | null; // null once the game is over
  ending: Outcome | null; // how it ended, then
  remarks: Remarks;
  leavings: readonly Leaving[]; // who left right after this move
}

interface TreeOptions {
  readonly about?: About | undefined;
  readonly most?: number; // nodes
}

const noMoves: readonly Move[] = [];
const noMove: PlayedMove = { seat: 0, set: 0, text: '', path: [], captured: [], crowns: false };

export class GameTree {
  readonly root: TreeNode;
  readonly layout: Layout;
  readonly about: About | undefined; // of a game that came as a record
  readonly #most: number;
  #game: Game;
  #line: TreeNode[]; // from the root to where one is
  #legal: readonly Move[] | undefined;
  #count = 0;

  private constructor(
    private readonly rules: Rules,
    readonly token: string,
    readonly start: string | null,
    game: Game,
    { about, most = Infinity }: TreeOptions,
  ) {
    this.#game = game;
    this.#most = most;
    this.about = about;
    this.layout = game.layout();
    this.root = this.#nodeAfter(null, noMove);
    this.#line = [this.root];
  }

  static begin(rules: Rules, token: string, start: string | null = null, options: TreeOptions = {}): Checked<GameTree> {
    const game = rules.start(token, start);
    return game.ok ? { ok: true, value: new GameTree(rules, game.value.token, start, game.value, options) } : game;
  }

  /** The rules where one is. Borrowed: another one after the next step aside. */
  get game(): Game {
    return this.#game;
  }

  get at(): TreeNode {
    return this.#line[this.#line.length - 1] ?? this.root;
  }

  /** Moves made from the root to here. */
  get ply(): number {
    return this.#line.length - 1;
  }

  /** On the way from the root to here; the nearest where there are fewer. */
  nodeAt(ply: number): TreeNode {
    return this.#line[Math.max(0, Math.min(ply, this.ply))] ?? this.root;
  }

  moves(): readonly TreeNode[] {
    return this.#line.slice(1);
  }

  /** None once the game is over. */
  legalMoves(): readonly Move[] {
    if (this.#legal === undefined) {
      const moves = this.#game.legalMoves();
      this.#legal = moves.ok ? moves.value : noMoves;
    }
    return this.#legal;
  }

  /** Every way to make a legal move, the shortest first; where they cannot be told, the one that it has. */
  ways(move: Move): readonly (readonly Point[])[] {
    const found = this.#game.paths(move);
    return found.ok ? found.value : [move.path];
  }

  /**
   * Plays on from here; a move that is known already leads to its node. `way`: the one that was chosen or recorded, where
   * there are several.
   */
  play(text: string, way: readonly Point[] = []): Checked<TreeNode> {
    const parsed = this.#game.parse(text);
    if (!parsed.ok) return parsed;
    const before = this.at;
    const known = before.children.find((child) => child.text === parsed.value.text);
    if (known === undefined && this.#count >= this.#most) return tooMany;
    const made = this.made(parsed.value, way);
    const played = this.#game.play(parsed.value);
    if (!played.ok) return played;
    const node = known ?? this.#nodeAfter(before, made);
    if (known === undefined) before.children.push(node);
    this.#line.push(node);
    this.#legal = undefined;
    return { ok: true, value: node };
  }

  /** How a legal move of this position stands in the list once it is made. */
  made({ text, path, captured, crowns }: Move, way: readonly Point[] = []): PlayedMove {
    const seat = this.#game.seatToMove();
    const set = this.at.pieces.find((piece) => piece.point === path[0])?.set ?? seat + 1;
    return { seat, set, text, path: way.length > 1 ? way : path, captured, crowns };
  }

  go(to: TreeNode): void {
    if (to !== this.at) this.#stand(to);
  }

  /** The seat plays no more from here on; the others may. */
  leave(seat: number, how = ''): Checked<void> {
    const left = this.#game.withdraw(seat, how);
    if (!left.ok) return left;
    const node = this.at;
    node.leavings = [...node.leavings, { seat, how }];
    this.#look(node);
    return left;
  }

  /** Where the next move is known to be `seat`'s, those before it that are known to have left have lost their turns. */
  leaveUpTo(seat: number, hasLeft: (seat: number) => boolean): void {
    for (let turn = this.#game.seatToMove(); turn !== seat && hasLeft(turn); turn = this.#game.seatToMove()) {
      if (!this.leave(turn).ok || this.#game.seatToMove() === turn) return;
    }
  }

  /** Takes moves back until `ply` are left: what was played and who left after them is forgotten. */
  takeBack(ply: number): void {
    if (ply >= this.ply) return;
    const node = this.nodeAt(ply);
    node.children.length = 0;
    node.leavings = [];
    this.#stand(node);
    this.#look(node);
  }

  /** Takes a line away; the eye falls back to where it began. */
  remove(node: TreeNode): void {
    const { parent } = node;
    if (parent === null) return;
    if (this.#line.includes(node)) this.go(parent);
    parent.children.splice(parent.children.indexOf(node), 1);
  }

  /** Makes this line the main one at each place where it is not. */
  promote(node: TreeNode): void {
    for (const each of lineTo(node)) {
      const siblings = each.parent?.children;
      if (siblings === undefined) continue;
      siblings.splice(siblings.indexOf(each), 1);
      siblings.unshift(each);
    }
  }

  mainLine(): readonly TreeNode[] {
    const line: TreeNode[] = [];
    for (let node = this.root.children[0]; node !== undefined; node = node.children[0]) line.push(node);
    return line;
  }

  free(): void {
    this.#game.free();
  }

  #nodeAfter(parent: TreeNode | null, move: PlayedMove): TreeNode {
    const isNextRound = parent !== null && parent.parent !== null && move.seat <= parent.seat;
    const node: TreeNode = {
      ...move,
      id: this.#count,
      parent,
      children: [],
      ply: (parent?.ply ?? -1) + 1,
      pieces: this.#game.pieces(),
      number: (parent?.number ?? 1) + (isNextRound ? 1 : 0),
      turn: null,
      ending: null,
      remarks: {},
      leavings: [],
    };
    this.#count += 1;
    this.#look(node);
    return node;
  }

  /** What the rules say of the position where one is. */
  #look(node: TreeNode): void {
    const outcome = this.#game.outcome();
    node.turn = outcome.isOver ? null : this.#game.seatToMove();
    node.ending = outcome.isOver ? outcome : null;
    this.#legal = undefined;
  }

  #stand(at: TreeNode): void {
    const replayed = this.#replayed(at);
    if (!replayed.ok) throw new Error(replayed.reason); // it was played once
    this.#game.free();
    this.#game = replayed.value;
    this.#line = [this.root, ...lineTo(at)];
    this.#legal = undefined;
  }

  #replayed(to: TreeNode): Checked<Game> {
    const line = [this.root, ...lineTo(to)];
    if (line.every((node) => node.leavings.length === 0)) {
      return this.rules.replay(this.token, line.slice(1).map((node) => node.text), this.start);
    }
    const begun = this.rules.start(this.token, this.start);
    if (!begun.ok) return begun;
    for (const node of line) {
      const played = node === this.root ? begun : begun.value.play(node.text);
      if (!played.ok) return played;
      for (const { seat, how } of node.leavings) begun.value.withdraw(seat, how);
    }
    return begun;
  }
}

const tooMany: Refusal = { ok: false, rule: '', reason: 'too many lines; take some away first' };

/** From the root's first child to the node itself. */
export function lineTo(node: TreeNode): readonly TreeNode[] {
  const line: TreeNode[] = [];
  for (let at: TreeNode | null = node; at !== null && at.parent !== null; at = at.parent) line.push(at);
  return line.reverse();
}

/** Whether the game goes on to the node where nothing else is chosen. */
export function isMainLine(node: TreeNode): boolean {
  return lineTo(node).every((each) => each.parent?.children[0] === each);
}

/** `7.` before a round's first move; `7...` before another one that does not stand right behind the first. */
export function numberBefore(node: TreeNode, isApart: boolean): string {
  const isRoundsFirst = node.parent?.parent === null ? node.seat === 0 : node.number !== node.parent?.number;
  if (isRoundsFirst) return `${node.number}.`;
  return isApart ? `${node.number}...` : '';
}

/** The position as the computer is asked about it: with who had left by then, for without that the moves are not legal. */
export function positionOf({ token, start, root, at }: GameTree, node: TreeNode = at): GamePosition {
  const line = lineTo(node);
  const out = [root, ...line].flatMap(({ ply, leavings }) => leavings.map(({ seat }) => ({ seat, ply })));
  return { token, start, moves: line.map((each) => each.text), out };
}
