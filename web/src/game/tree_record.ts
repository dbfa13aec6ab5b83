// Knows how a tree of moves is read from a record, with its variations and remarks, and what a record of it is written from.
// Does not know the text of records, which is the rules' own.
import type { Checked, GameRecord, Layout, RecordDraft, RecordMove, Refusal, Rules } from '../rules/types';
import { GameTree, type Remarks, type TreeNode } from './game_tree';
import { recordedText, wayOf } from './played_moves';

/** What of a record could not be played, and why. */
export interface Fault {
  readonly text: string;
  readonly refusal?: Refusal;
}

/** So many positions of an analysis are kept. */
export const mostNodes = 20_000;

/** A record with its variations. What cannot be played ends its line and is reported. */
export function treeFromRecord(rules: Rules, record: GameRecord): Checked<{ readonly tree: GameTree; readonly faults: readonly Fault[] }> {
  const { tags, places, result, comments = [] } = record;
  const begun = GameTree.begin(rules, record.token, record.start, { about: { tags, places, result }, most: mostNodes });
  if (!begun.ok) return begun;
  const tree = begun.value;
  tree.root.remarks = { comments };
  const faults = addMoves(tree, record.moves);
  tree.go(tree.root);
  return { ok: true, value: { tree, faults } };
}

/** Plays on from here what was recorded; what could not be played ends it and is the answer. */
export function addMoves(tree: GameTree, moves: readonly RecordMove[]): readonly Fault[] {
  const faults: Fault[] = [];
  grow(tree, moves, faults);
  return faults;
}

function grow(tree: GameTree, moves: readonly RecordMove[], faults: Fault[]): void {
  for (const each of moves) {
    const before = tree.at;
    if (each.leaves !== undefined) {
      const left = tree.leave(each.leaves, each.leaving);
      before.remarks = together(before.remarks, remarksOf(each));
      if (!left.ok) faults.push({ text: each.leaving ?? '', refusal: left });
      continue;
    }
    if (each.move === undefined) {
      if (each.setup !== undefined) faults.push({ text: each.setup });
      continue;
    }
    const played = tree.play(each.move, wayOf(tree.layout, each.move));
    if (!played.ok) {
      faults.push({ text: each.move, refusal: played });
      return;
    }
    played.value.remarks = together(played.value.remarks, remarksOf(each));
    for (const variation of each.variations ?? []) {
      tree.go(before);
      grow(tree, variation, faults);
    }
    tree.go(played.value);
  }
}

/** As a record has it: variations stand beside the move that they replace. */
export function recordMoves({ root, layout }: GameTree): readonly RecordMove[] {
  return [...leavingsOf(root), ...recordLine(layout, root, 0)];
}

/** All that a record of it is written from. */
export function draftOf(tree: GameTree): RecordDraft {
  const { token, start, about, root } = tree;
  const { comments } = root.remarks;
  const plies = String(tree.mainLine().length);
  const tags = about?.tags.map(([name, value]) => [name, name === 'PlyCount' ? plies : value] as const);
  return {
    token,
    start,
    moves: recordMoves(tree),
    ...(tags === undefined ? {} : { tags }),
    ...(comments === undefined ? {} : { comments }),
    ...(about === undefined ? {} : about.places.length > 0 ? { places: about.places } : { result: about.result }),
  };
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

function leavingsOf(node: TreeNode): readonly RecordMove[] {
  return node.leavings.map(({ seat, how }) => ({ leaves: seat, leaving: how }));
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
