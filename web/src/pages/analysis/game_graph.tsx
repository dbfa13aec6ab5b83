// Knows how a game that was looked through is shown: the graph, what is to be said of the move that is shown, and how good each
// side's moves were.
import { Problem } from '../../app/problem';
import type { ReadonlySignal } from '@preact/signals';
import type { GameTree, TreeNode } from '../../game/game_tree';
import { say } from '../../messages/messages';
import { Graph } from './evaluation';
import { markSigns, marksOf, type Judged } from './judging';
import type { LookingThrough } from './looking_through';

interface GameGraphProps {
  readonly tree: GameTree;
  readonly looking: LookingThrough;
  readonly judged: ReadonlySignal<readonly Judged[]>;
  readonly at: ReadonlySignal<TreeNode>;
  readonly go: (node: TreeNode) => void;
  /** Shows another move in the place of this one. */
  readonly instead: (of: TreeNode, move: string) => void;
  /** What the seats are called. */
  readonly sides: readonly string[];
}

export function GameGraph({ tree, looking, judged, at, go, instead, sides }: GameGraphProps) {
  const seats = sides.length;
  const node = at.value;
  const { shape } = tree.layout;
  if (tree.mainLine().length < 2 || (seats === 2 && judged.value.length < 2 && looking.problem === '')) return null;
  return (
    <section class="game-graph" aria-busy={looking.isOn}>
      {seats > 2 && (
        <label class="graph-of">
          {say('analysis.graph.of')}
          <select value={looking.followed} onChange={(event) => looking.follow(Number(event.currentTarget.value))}>
            {sides.map((side, seat) => (
              <option key={side} value={seat}>
                {side}
              </option>
            ))}
          </select>
        </label>
      )}
      <Problem text={looking.problem} />
      {judged.value.length > 1 && (
        <>
          {seats === 2 && <Verdict judged={judged.value} node={node} shape={shape} instead={instead} />}
          <Graph points={judged.value} at={node} go={go} sides={sides} shape={shape} of={looking.followed} />
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
