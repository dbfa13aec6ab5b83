// Knows a game with all the lines that were tried on it: a tree of positions. Refuses to know how it is shown.
import type { Checked, Game, GameRecord, Move, Piece, Point, RecordMove, Refusal, Rules } from '../../rules/types';

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
  readonly turn: number | null; // null once the game is over
}

/** What of a record could not be played, and why. */
export interface Fault {
  readonly text: string;
  readonly refusal?: Refusal;
}

const mostNodes = 20_000;

export class AnalysisTree {
  readonly root: TreeNode;
  #game: Game;
  #at: TreeNode;
  #count = 1;

  private constructor(
    private readonly rules: Rules,
    readonly token: string,
    readonly start: string | null,
    game: Game,
  ) {
    this.#game = game;
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
      turn: game.outcome().isOver ? null : game.seatToMove(),
    };
    this.#at = this.root;
  }

  static begin(rules: Rules, token: string, start: string | null): Checked<AnalysisTree> {
    const game = rules.start(token, start);
    return game.ok ? { ok: true, value: new AnalysisTree(rules, game.value.token, start, game.value) } : game;
  }

  /** A record with its variations. What cannot be played ends its line and is reported. */
  static fromRecord(rules: Rules, record: GameRecord): Checked<{ readonly tree: AnalysisTree; readonly faults: readonly Fault[] }> {
    const begun = AnalysisTree.begin(rules, record.token, record.start);
    if (!begun.ok) return begun;
    const tree = begun.value;
    const faults: Fault[] = [];
    tree.#grow(record.moves, faults);
    tree.go(tree.root);
    return { ok: true, value: { tree, faults } };
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
      turn: this.#game.outcome().isOver ? null : this.#game.seatToMove(),
    };
    this.#count += 1;
    before.children.push(node);
    this.#at = node;
    return { ok: true, value: node };
  }

  go(to: TreeNode): void {
    if (to === this.#at) return;
    const replayed = this.rules.replay(this.token, lineTo(to).map((node) => node.text), this.start);
    if (!replayed.ok) throw new Error(replayed.reason); // it was played once
    this.#game.free();
    this.#game = replayed.value;
    this.#at = to;
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
    return recordLine(this.root, 0);
  }

  free(): void {
    this.#game.free();
  }

  #grow(moves: readonly RecordMove[], faults: Fault[]): void {
    for (const each of moves) {
      const before = this.#at;
      if (each.move === undefined) {
        if (each.setup !== undefined) faults.push({ text: each.setup });
        continue;
      }
      const played = this.play(each.move);
      if (!played.ok) {
        faults.push({ text: each.move, refusal: played });
        return;
      }
      for (const variation of each.variations ?? []) {
        this.go(before);
        this.#grow(variation, faults);
      }
      this.go(played.value);
    }
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

function recordLine(from: TreeNode, choice: number): readonly RecordMove[] {
  const line: RecordMove[] = [];
  let node = from.children[choice];
  let isFirst = true;
  while (node !== undefined) {
    const parent: TreeNode | null = node.parent;
    // Only the main move carries the others; a variation does not carry the one that it replaces.
    const others = isFirst && choice > 0 ? [] : (parent?.children.slice(1) ?? []);
    const variations = others.map((_, at) => recordLine(parent as TreeNode, at + 1));
    line.push(variations.length === 0 ? { move: node.text } : { move: node.text, variations });
    isFirst = false;
    node = node.children[0];
  }
  return line;
}
