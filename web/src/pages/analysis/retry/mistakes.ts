// Knows which moves of a player are worth another try: those that a review marked. Does not know how they are tried.
import type { TreeNode } from '../../../game/game_tree';
import { marksOf, type Judged, type Mark, type Shape } from '../judging';

export interface Mistake {
  readonly before: TreeNode; // the position in which something better is looked for
  readonly played: TreeNode;
  readonly mark: Mark;
  readonly best: string; // the move that the computer would play
}

/** In the order of the game. What is small counts where nothing is large. */
export function mistakesOf(judged: readonly Judged[], shape: Shape, seat: number): readonly Mistake[] {
  const bests = new Map(judged.map(({ node, best }) => [node, best]));
  const all = [...marksOf(judged, shape)].flatMap(([played, mark]) => {
    const before = played.parent;
    const best = before === null ? '' : (bests.get(before) ?? '');
    return before === null || best === '' || played.seat !== seat ? [] : [{ before, played, mark, best }];
  });
  const large = all.filter(({ mark }) => mark !== 'inaccuracy');
  return large.length > 0 ? large : all;
}

/** Whose mistakes come first: that seat's, or where it made none the other's. */
export function firstToTry(mistakes: readonly (readonly Mistake[])[], seat: number): number {
  return (mistakes[seat]?.length ?? 0) > 0 ? seat : mistakes.findIndex((each) => each.length > 0);
}
