// Knows how a search for better moves begins and ends on the page of the analysis: whose mistakes, and who judges what is tried.
// Does not know how it goes on and how it is shown.
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { GameTree, TreeNode } from '../../../game/game_tree';
import { startThinker, type Thinker } from '../../../game/thinker';
import type { Rules } from '../../../rules/types';
import { pauses } from '../../puzzles/pauses';
import type { Judged } from '../judging';
import { engineJudge } from './engine_judge';
import { mistakesOf, type Mistake } from './mistakes';
import { Retrying, type Judge } from './retrying';

export interface Retry {
  readonly now: Retrying | null;
  /** Of each seat. */
  readonly mistakes: readonly (readonly Mistake[])[];
  start(seat: number): Retrying | null;
  leave(): void;
}

interface RetryParts {
  readonly rules: Rules;
  readonly tree: GameTree;
  readonly judged: ReadonlySignal<readonly Judged[]>;
  readonly moved: (node: TreeNode) => void;
}

export function useRetry({ rules, tree, judged, moved }: RetryParts): Retry {
  const now = useSignal<Retrying | null>(null);
  const thinker = useRef<Thinker | null>(null);
  const judge = useRef<Judge | null>(null);
  const end = useCallback(() => {
    thinker.current?.stop();
    thinker.current = null;
    judge.current = null;
  }, []);
  useEffect(
    () => () => {
      now.peek()?.stop();
      end();
    },
    [end],
  );
  const { shape } = tree.layout;
  const mistakes = tree.game.seats === 2 ? [0, 1].map((seat) => mistakesOf(judged.value, shape, seat)) : [];
  return {
    now: now.value,
    mistakes,
    start(seat) {
      const own = mistakes[seat] ?? [];
      if (own.length === 0) return null;
      now.peek()?.leave();
      if (thinker.current?.isBroken !== false) end(); // another worker may do better
      thinker.current ??= startThinker();
      judge.current ??= engineJudge(rules, tree, thinker.current);
      now.value = new Retrying({ tree, seat, mistakes: own, judge: judge.current, undoAfter: (hops) => pauses.undo(hops), moved });
      return now.peek();
    },
    leave() {
      now.peek()?.leave();
      now.value = null;
      end();
    },
  };
}
