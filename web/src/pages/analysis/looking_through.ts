// Knows how the computer goes through a whole game, position by position, and which mistake comes next.
// Does not know how what it finds is shown.
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { positionOf, type GameTree, type TreeNode } from '../../game/game_tree';
import { startThinker, type Thinker } from '../../game/thinker';
import type { Rules } from '../../rules/types';
import { say } from '../../messages/messages';
import { marksOf, scoreOf, scoreOfEnd, type Judged, type Mark } from './judging';

const nodesEach = 40_000;

/** Where to look next: after where one is, and from the start again behind the last. What is small counts where nothing is large. */
export function nextMistake(found: ReadonlyMap<TreeNode, Mark>, at: TreeNode): TreeNode | undefined {
  const all = [...found];
  const large = all.filter(([, mark]) => mark !== 'inaccuracy');
  const nodes = (large.length > 0 ? large : all).map(([node]) => node);
  return nodes.find((node) => node.ply > at.ply) ?? nodes[0];
}

/** The positions of the main line in which there was one move alone. */
export function forcedIn(rules: Pick<Rules, 'start'>, tree: GameTree): ReadonlySet<TreeNode> {
  const forced = new Set<TreeNode>();
  const game = rules.start(tree.token, tree.start);
  if (!game.ok) return forced;
  let node = tree.root;
  for (const next of tree.mainLine()) {
    const moves = game.value.legalMoves();
    if (moves.ok && moves.value.length === 1) forced.add(node);
    if (!game.value.play(next.text).ok) break;
    node = next;
  }
  game.value.free();
  return forced;
}

interface LookingParts {
  readonly rules: Rules;
  readonly tree: GameTree;
  /** The game as it was looked through, position by position. */
  readonly judged: Signal<readonly Judged[]>;
  readonly at: ReadonlySignal<TreeNode>;
  readonly go: (node: TreeNode) => void;
  /** Of more than two whose score is followed; any of two. */
  readonly own: number;
  /** Looked through at once, and opened at its first mistake. */
  readonly opens: boolean;
}

export interface LookingThrough {
  readonly isOn: boolean;
  /** All of the game as it now is has been looked at. */
  readonly isWhole: boolean;
  readonly problem: string;
  /** Of many each has a score of its own, known where it is to move: one of them is followed. */
  readonly followed: number;
  readonly follow: (seat: number) => void;
  readonly start: () => void;
  /** None where there is none, or not all is known yet. */
  readonly mistake: TreeNode | undefined;
}

export function useLookingThrough({ rules, tree, judged, at, go, own, opens }: LookingParts): LookingThrough {
  const problem = useSignal('');
  const isOn = useSignal(false);
  const running = useRef<Thinker | null>(null);
  const { seats } = tree.game;
  const { shape } = tree.layout;
  const followed = useSignal(seats > 2 ? own : 0);

  const start = (then?: () => void) => {
    running.current?.stop();
    const thinker = startThinker();
    running.current = thinker;
    isOn.value = true;
    judged.value = [];
    problem.value = '';
    const seat = followed.value;
    const forced = seats === 2 ? forcedIn(rules, tree) : new Set<TreeNode>();
    const look = async () => {
      for (const each of [tree.root, ...tree.mainLine()]) {
        if (each.turn === null) {
          if (each.ending !== null && seats === 2) judged.value = [...judged.peek(), { node: each, score: scoreOfEnd(each.ending), best: '' }];
          break;
        }
        if (seats > 2 && each.turn !== seat) continue;
        const answer = await thinker.look(positionOf(tree, each), nodesEach, 1);
        if (running.current !== thinker) return;
        const turn = seats > 2 ? 0 : each.turn;
        judged.value = [...judged.peek(), { node: each, score: scoreOf(answer.lines[0], turn), best: answer.move, isForced: forced.has(each) }];
      }
    };
    look()
      .then(() => {
        if (running.current === thinker) then?.();
      })
      .catch(() => {
        if (running.current === thinker) problem.value = say('refusal.engine_unavailable');
      })
      .finally(() => {
        thinker.stop();
        if (running.current === thinker) isOn.value = false;
      });
  };
  useEffect(() => {
    const first = at.peek();
    if (opens && seats === 2 && tree.mainLine().length > 1) {
      start(() => {
        const mistake = nextMistake(marksOf(judged.peek(), shape), tree.root);
        if (mistake !== undefined && at.peek() === first) go(mistake);
      });
    }
    return () => running.current?.stop();
  }, []);

  const known = new Set(judged.value.map(({ node }) => node));
  const isWhole = seats === 2 && !isOn.value && known.size > 1 && tree.mainLine().every((node) => known.has(node));
  return {
    isOn: isOn.value,
    isWhole,
    problem: problem.value,
    followed: followed.value,
    follow(seat) {
      followed.value = seat;
      if (judged.peek().length > 0 || isOn.peek()) start();
    },
    start: () => start(),
    mistake: isWhole ? nextMistake(marksOf(judged.value, shape), at.value) : undefined,
  };
}
