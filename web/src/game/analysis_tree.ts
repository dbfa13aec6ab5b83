// Knows a game with all the lines that were tried on it, and what was said of them: a tree of positions.
// Refuses to know how it is shown.
import type { Checked, Game, GameRecord, Layout, Move, Outcome, Piece, Point, RecordDraft, RecordMove, Refusal, Rules } from '../rules/types';
import type { Place } from './thinker';
import { recordedText, wayOf } from './timeline';

/** What a record says of a move: words before and after it, signs (1 is `!`), what the clock showed. */
export type Remarks = Pick<RecordMove, 'commentsBefore' | 'comments' | 'nags' | 'clocks'>;

/** A seat that played no more, while others did. */
export interface Leaving {
  readonly seat: number;
  readonly how: string;
}

/** What a record says of the game as a whole. */
export type About = Pick<GameRecord, 'tags' | 'places' | 'result'>;

export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  readonly children: TreeNode[]; // the first is the line as it was played
  readonly ply: number;
  readonly text: string; // '' for the root
  readonly path: readonly Point[];
  readonly captured: readonly Point[];
  readonly seat: number;
  readonly set: number;
  readonly pieces: readonly Piece[];
  readonly number: number; // of the round, as it is written before the move
  turn: number | null; // null once the game is over
  ending: Outcome | null; // how it ended, then
  remarks: Remarks;
  leavings: readonly Leaving[]; // who left right after this move
}

/** What of a record could not be played, and why. */
export interface Fault {
  readonly text: string;
  readonly refusal?: Refusal;
}

const mostNodes = 20_000;

export class AnalysisTree {
  readonly root: TreeNode;
  readonly about: About | undefined; // of a game that came as a record
  #game: Game;
  #at: TreeNode;
  #count = 1;

  private constructor(
    private readonly rules: Rules,
    readonly token: string,
    readonly start: string | null,
    game: Game,
    about?: About,
  ) {
    this.#game = game;
    this.about = about;
    this.root = {
      id: 0,
      parent: null,
      children: [],
      ply: 0,
      text: '',
      path: [],
      captured: [],
      seat: 0,
      set: 0,
      pieces: game.pieces(),
      number: 1,
      turn: turnIn(game),
      ending: endingOf(game),
      remarks: {},
      leavings: [],
    };
    this.#at = this.root;
  }

  static begin(rules: Rules, token: string, start: string | null, about?: About): Checked<AnalysisTree> {
    const game = rules.start(token, start);
    return game.ok ? { ok: true, value: new AnalysisTree(rules, game.value.token, start, game.value, about) } : game;
  }

  /** A record with its variations. What cannot be played ends its line and is reported. */
  static fromRecord(rules: Rules, record: GameRecord): Checked<{ readonly tree: AnalysisTree; readonly faults: readonly Fault[] }> {
    const { tags, places, result, comments = [] } = record;
    const begun = AnalysisTree.begin(rules, record.token, record.start, { tags, places, result });
    if (!begun.ok) return begun;
    const tree = begun.value;
    tree.root.remarks = { comments };
    const faults = tree.add(record.moves);
    tree.go(tree.root);
    return { ok: true, value: { tree, faults } };
  }

  /** Plays on from here what was recorded; what could not be played ends it and is the answer. */
  add(moves: readonly RecordMove[]): readonly Fault[] {
    const faults: Fault[] = [];
    this.#grow(moves, faults);
    return faults;
  }

  get at(): TreeNode {
    return this.#at;
  }

  /** The rules at the position that is looked at. Borrowed. */
  get game(): Game {
    return this.#game;
  }

  legalMoves(): readonly Move[] {
    const moves = this.#game.legalMoves();
    return moves.ok ? moves.value : [];
  }

  /** Plays on from here; a move that is known already leads to its node. */
  play(text: string, way: readonly Point[] = []): Checked<TreeNode> {
    const parsed = this.#game.parse(text);
    if (!parsed.ok) return parsed;
    const known = this.#at.children.find((child) => child.text === parsed.value.text);
    if (known === undefined && this.#count >= mostNodes) return tooMany;
    const from = parsed.value.path[0];
    const before = this.#at;
    const seat = this.#game.seatToMove();
    const played = this.#game.play(parsed.value);
    if (!played.ok) return played;
    if (known !== undefined) {
      this.#at = known;
      return { ok: true, value: known };
    }
    const node: TreeNode = {
      id: this.#count,
      parent: before,
      children: [],
      ply: before.ply + 1,
      text: played.value.text,
      path: way.length > 1 ? way : played.value.path,
      captured: played.value.captured,
      seat,
      set: before.pieces.find((piece) => piece.point === from)?.set ?? seat + 1,
      pieces: this.#game.pieces(),
      number: before.number + (before.parent !== null && seat <= before.seat ? 1 : 0),
      turn: turnIn(this.#game),
      ending: endingOf(this.#game),
      remarks: {},
      leavings: [],
    };
    this.#count += 1;
    before.children.push(node);
    this.#at = node;
    return { ok: true, value: node };
  }

  go(to: TreeNode): void {
    if (to === this.#at) return;
    const replayed = this.#replayed(to);
    if (!replayed.ok) throw new Error(replayed.reason); // it was played once
    this.#game.free();
    this.#game = replayed.value;
    this.#at = to;
  }

  /** The seat plays no more from here on; the others may. */
  leave({ seat, how }: Leaving): Checked<void> {
    const left = this.#game.withdraw(seat, how);
    if (!left.ok) return left;
    const node = this.#at;
    node.leavings = [...node.leavings, { seat, how }];
    node.turn = turnIn(this.#game);
    node.ending = endingOf(this.#game);
    return left;
  }

  /** Takes a line away; the eye falls back to where it began. */
  remove(node: TreeNode): void {
    const { parent } = node;
    if (parent === null) return;
    if (lineTo(this.#at).includes(node)) this.go(parent);
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

  /** As a record has it: variations stand beside the move that they replace. */
  recordMoves(): readonly RecordMove[] {
    return [...leavingsOf(this.root), ...recordLine(this.#game.layout(), this.root, 0)];
  }

  /** All that a record of it is written from. */
  draft(): RecordDraft {
    const { comments } = this.root.remarks;
    const plies = String(this.mainLine().length);
    const tags = this.about?.tags.map(([name, value]) => [name, name === 'PlyCount' ? plies : value] as const);
    return {
      token: this.token,
      start: this.start,
      moves: this.recordMoves(),
      ...(tags === undefined ? {} : { tags }),
      ...(comments === undefined ? {} : { comments }),
      ...(this.about === undefined ? {} : this.about.places.length > 0 ? { places: this.about.places } : { result: this.about.result }),
    };
  }

  free(): void {
    this.#game.free();
  }

  #replayed(to: TreeNode): Checked<Game> {
    const line = lineTo(to);
    const isLeft = [this.root, ...line].some((node) => node.leavings.length > 0);
    if (!isLeft) return this.rules.replay(this.token, line.map((node) => node.text), this.start);
    const begun = this.rules.start(this.token, this.start);
    if (!begun.ok) return begun;
    for (const node of [this.root, ...line]) {
      const played = node === this.root ? begun : begun.value.play(node.text);
      if (!played.ok) return played;
      for (const { seat, how } of node.leavings) begun.value.withdraw(seat, how);
    }
    return begun;
  }

  #grow(moves: readonly RecordMove[], faults: Fault[]): void {
    for (const each of moves) {
      const before = this.#at;
      if (each.leaves !== undefined) {
        const left = this.leave({ seat: each.leaves, how: each.leaving ?? '' });
        this.#at.remarks = together(this.#at.remarks, remarksOf(each));
        if (!left.ok) faults.push({ text: each.leaving ?? '', refusal: left });
        continue;
      }
      if (each.move === undefined) {
        if (each.setup !== undefined) faults.push({ text: each.setup });
        continue;
      }
      const played = this.play(each.move, wayOf(this.#game.layout(), each.move));
      if (!played.ok) {
        faults.push({ text: each.move, refusal: played });
        return;
      }
      played.value.remarks = together(played.value.remarks, remarksOf(each));
      for (const variation of each.variations ?? []) {
        this.go(before);
        this.#grow(variation, faults);
      }
      this.go(played.value);
    }
  }
}

function endingOf(game: Game): Outcome | null {
  const outcome = game.outcome();
  return outcome.isOver ? outcome : null;
}

function turnIn(game: Game): number | null {
  return game.outcome().isOver ? null : game.seatToMove();
}

function remarksOf({ commentsBefore, comments, nags, clocks }: RecordMove): Remarks {
  return {
    ...(commentsBefore === undefined ? {} : { commentsBefore }),
    ...(comments === undefined ? {} : { comments }),
    ...(nags === undefined ? {} : { nags }),
    ...(clocks === undefined ? {} : { clocks }),
  };
}

/** A move that a record has twice, as two variations that begin alike, has the remarks of both. */
function together(had: Remarks, more: Remarks): Remarks {
  const joined = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined) => [...new Set([...(a ?? []), ...(b ?? [])])];
  const all: Remarks = {
    commentsBefore: joined(had.commentsBefore, more.commentsBefore),
    comments: joined(had.comments, more.comments),
    nags: joined(had.nags, more.nags),
    clocks: joined(had.clocks, more.clocks),
  };
  return Object.fromEntries(Object.entries(all).filter(([, said]) => said.length > 0));
}

function leavingsOf(node: TreeNode): readonly RecordMove[] {
  return node.leavings.map(({ seat, how }) => ({ leaves: seat, leaving: how }));
}

const tooMany: Refusal = { ok: false, rule: '', reason: 'too many lines; take some away first' };

/** From the root's first child to the node itself. */
export function lineTo(node: TreeNode): readonly TreeNode[] {
  const line: TreeNode[] = [];
  for (let at: TreeNode | null = node; at !== null && at.parent !== null; at = at.parent) line.push(at);
  return line.reverse();
}

/** The position as the computer is asked about it: with who had left by then, for without that the moves are not legal. */
export function placeOf({ token, start, root }: AnalysisTree, node: TreeNode): Place {
  const line = lineTo(node);
  const out = [root, ...line].flatMap(({ ply, leavings }) => leavings.map(({ seat }) => ({ seat, ply })));
  return { token, start, moves: line.map((each) => each.text), out };
}

/** `7.` before a round's first move; `7...` before another one that does not stand right behind the first. */
export function numberBefore(node: TreeNode, isApart: boolean): string {
  const isRoundsFirst = node.parent?.parent === null ? node.seat === 0 : node.number !== node.parent?.number;
  if (isRoundsFirst) return `${node.number}.`;
  return isApart ? `${node.number}...` : '';
}

/** Whether the game goes on to the node where nothing else is chosen. */
export function isMainLine(node: TreeNode): boolean {
  return lineTo(node).every((each) => each.parent?.children[0] === each);
}

function recordLine(layout: Layout, from: TreeNode, choice: number): readonly RecordMove[] {
  const line: RecordMove[] = [];
  let node = from.children[choice];
  let isFirst = true;
  while (node !== undefined) {
    const parent: TreeNode | null = node.parent;
    // Only the main move carries the others; a variation does not carry the one that it replaces.
    const others = isFirst && choice > 0 ? [] : (parent?.children.slice(1) ?? []);
    const variations = others.map((_, at) => recordLine(layout, parent as TreeNode, at + 1));
    line.push({ move: recordedText(layout, node), ...node.remarks, ...(variations.length === 0 ? {} : { variations }) }, ...leavingsOf(node));
    isFirst = false;
    node = node.children[0];
  }
  return line;
}
