// Knows how a game is brought to a list of moves: back to where both agree, and on from there. Does not know who asks for it.
import type { GameTree } from '../../../src/game/game_tree';
import type { Checked } from '../../../src/rules/types';

export function movesOf(tree: GameTree): readonly string[] {
  return tree.moves().map(({ text }) => text);
}

/** Stops in front of a move that is illegal, and says so. */
export function follow(tree: GameTree, moves: readonly string[]): Checked<void> {
  const made = movesOf(tree);
  const differs = made.findIndex((text, index) => text !== moves[index]);
  if (differs >= 0) tree.takeBack(differs);
  for (const text of moves.slice(tree.ply)) {
    const played = tree.play(text);
    if (!played.ok) return { ok: false, rule: played.rule, reason: `move ${tree.ply + 1}, ${text}: ${played.reason}` };
  }
  return { ok: true, value: undefined };
}
