// Knows how a whole game is looked through: the graph right below the board, and what is to be said of the move that is shown.
import { Problem } from '../../app/problem';
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { startThinker, type Thinker } from '../../game/thinker';
import { say } from '../../messages/messages';
import { Graph } from './evaluation';
import { markSigns, marksOf, worth, worthOfEnd, type Judged, type Mark } from './judging';
import { positionOf, type GameTree, type TreeNode } from '../../game/game_tree';

const graphNodes = 40_000;

interface GameGraphProps {
  readonly tree: GameTree;
  /** The game as it was looked through, position by position. */
  readonly judged: Signal<readonly Judged[]>;
  readonly at: ReadonlySignal<TreeNode>;
  readonly go: (node: TreeNode) => void;
  /** Shows another move in the place of this one. */
  readonly instead: (of: TreeNode, move: string) => void;
  /** It keeps what it knows of the game while something else has its place. */
  readonly isHidden: boolean;
  /** Begins the search for better moves; undefined where there is nothing to find. */
  readonly retry: ((isByKey: boolean) => void) | undefined;
  /** What the seats are called. */
  readonly sides: readonly string[];
  /** Whose game it is, where it is somebody's. */
  readonly own: number;
  /** Looked through at once, and opened at its first mistake. */
  readonly opens: boolean;
}

/** Where to look next: after where one is, and from the start again behind the last. What is small counts where nothing is large. */
export function nextMistake(found: ReadonlyMap<TreeNode, Mark>, at: TreeNode): TreeNode | undefined {
  const all = [...found];
  const large = all.filter(([, mark]) => mark !== 'inaccuracy');
  const nodes = (large.length > 0 ? large : all).map(([node]) => node);
  return nodes.find((node) => node.ply > at.ply) ?? nodes[0];
}

export function GameGraph({ tree, judged, at, go, instead, isHidden, retry, sides, own, opens }: GameGraphProps) {
  const problem = useSignal('');
  const isGraphing = useSignal(false);
  const graphing = useRef<Thinker | null>(null);
  const seats = sides.length;
  const followed = useSignal(seats > 2 ? own : 0);
  const node = at.value;
  const { shape } = tree.game.layout();
  useEffect(() => {
    const first = at.peek();
    if (opens && seats === 2 && tree.mainLine().length > 1) {
      drawGraph(() => {
        const mistake = nextMistake(marksOf(judged.peek(), shape), tree.root);
        if (mistake !== undefined && at.peek() === first) go(mistake);
      });
    }
    return () => graphing.current?.stop();
  }, []);

  /** Of many each has a score of its own, known where it is to move: one of them is followed. */
  const drawGraph = (then?: () => void) => {
    graphing.current?.stop();
    const thinker = startThinker();
    graphing.current = thinker;
    isGraphing.value = true;
    judged.value = [];
    problem.value = '';
    const seat = followed.value;
    const look = async () => {
      for (const each of [tree.root, ...tree.mainLine()]) {
        if (each.turn === null) {
          if (each.ending !== null && seats === 2) judged.value = [...judged.peek(), { node: each, worth: worthOfEnd(each.ending), best: '' }];
          break;
        }
        if (seats > 2 && each.turn !== seat) continue;
        const answer = await thinker.look(positionOf(tree, each), graphNodes, 1);
        if (graphing.current !== thinker) return;
        const turn = seats > 2 ? 0 : each.turn;
        judged.value = [...judged.peek(), { node: each, worth: worth(answer.lines[0], turn), best: answer.move }];
      }
    };
    look()
      .then(() => {
        if (graphing.current === thinker) then?.();
      })
      .catch(() => {
        if (graphing.current === thinker) problem.value = say('refusal.engine_unavailable');
      })
      .finally(() => {
        thinker.stop();
        if (graphing.current === thinker) isGraphing.value = false;
      });
  };

  if (tree.mainLine().length < 2) return null;
  const mistake = seats === 2 && !isGraphing.value ? nextMistake(marksOf(judged.value, shape), node) : undefined;
  return (
    <section class="game-graph" hidden={isHidden}>
      <div class="graph-of">
        {seats > 2 && (
          <label>
            {say('analysis.graph.of')}
            <select
              value={followed.value}
              onChange={(event) => {
                followed.value = Number(event.currentTarget.value);
                if (judged.peek().length > 0 || isGraphing.peek()) drawGraph();
              }}
            >
              {sides.map((side, seat) => (
                <option key={side} value={seat}>
                  {side}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="button" class="button" disabled={isGraphing.value} onClick={() => drawGraph()}>
          {say('analysis.engine.graph')}
        </button>
        {mistake !== undefined && (
          <button type="button" class="button next-mistake" onClick={() => go(mistake)}>
            {say('analysis.next')}
          </button>
        )}
      </div>
      <Problem text={problem.value} />
      {judged.value.length > 1 && (
        <>
          <Graph points={judged.value} at={node} go={go} sides={sides} shape={shape} of={followed.value} />
          {seats === 2 && <Verdict judged={judged.value} node={node} shape={shape} instead={instead} />}
          {retry !== undefined && !isGraphing.value && (
            <button type="button" class="button retry-start" onClick={(event) => retry(event.detail === 0)}>
              {say('analysis.retry.start')}
            </button>
          )}
        </>
      )}
    </section>
  );
}

interface VerdictProps {
  readonly judged: readonly Judged[];
  readonly node: TreeNode;
  readonly shape: 'squares' | 'star';
  readonly instead: (of: TreeNode, move: string) => void;
}

/** It has its place whether or not there is something to say: nothing moves for who steps along. */
function Verdict({ judged, node, shape, instead }: VerdictProps) {
  const mark = marksOf(judged, shape).get(node);
  const better = judged.find((each) => each.node === node.parent)?.best ?? '';
  const verdict = mark === undefined ? '' : say(`analysis.mark.${mark}`, { move: node.text });
  return (
    <p class="verdict small">
      {mark !== undefined && (
        <>
          <b class={`mark mark-${mark}`} aria-hidden="true">
            {markSigns[mark]}
          </b>{' '}
          {better === '' ? `${verdict}.` : say('analysis.better', { verdict, move: better })}
          {better !== '' && (
            <>
              {' '}
              <button type="button" class="better-move" onClick={() => instead(node, better)}>
                {say('analysis.better.show')}
              </button>
            </>
          )}
        </>
      )}
    </p>
  );
}
