// Knows how a move that is tried is compared with the computer's own: both are played, and what follows each is searched as far.
// Does not know what becomes of the answer. Whose game it is that is over, the rules say.
import { positionOf, type GameTree, type TreeNode } from '../../../game/game_tree';
import type { GamePosition, Thinker } from '../../../game/thinker';
import type { Rules } from '../../../rules/types';
import { isAsGood, scoreOf, scoreOfEnd } from '../judging';
import type { Judge } from './retrying';
import type { Mistake } from './mistakes';

/** Five times what a review spends on a position: a close answer is looked at twice. */
const nodes = 200_000;

export function engineJudge(rules: Pick<Rules, 'replay'>, tree: GameTree, thinker: Pick<Thinker, 'look'>): Judge {
  const { shape } = tree.layout;
  const ofBest = new Map<TreeNode, Promise<number>>();

  /** For the first player, in hundredths. */
  const scoreIn = async (position: GamePosition): Promise<number> => {
    const game = rules.replay(position.token, position.moves, position.start);
    if (!game.ok) throw new Error(game.reason);
    const [outcome, turn] = [game.value.outcome(), game.value.seatToMove()];
    game.value.free();
    if (outcome.isOver) return scoreOfEnd(outcome);
    return scoreOf((await thinker.look(position, nodes, 1)).lines[0], turn);
  };
  const scoreOfBest = ({ before, best }: Mistake): Promise<number> => {
    const position = positionOf(tree, before);
    const known = ofBest.get(before) ?? scoreIn({ ...position, moves: [...position.moves, best] });
    ofBest.set(before, known);
    return known;
  };
  return {
    prepare(mistake) {
      scoreOfBest(mistake).catch(() => ofBest.delete(mistake.before)); // asked again with the first move that is tried
    },
    async isAsGood(mistake, tried) {
      const [best, own] = await Promise.all([scoreOfBest(mistake), scoreIn(positionOf(tree, tried))]);
      return isAsGood(best, own, mistake.played.seat, shape);
    },
  };
}
