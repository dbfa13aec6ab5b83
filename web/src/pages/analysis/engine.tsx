// Knows what the computer's opinion looks like: the best lines here, and a graph over the game.
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Findings, FoundLine } from '../../rules/types';
import { startThinker, type Thinker } from '../../table/thinker';
import { say } from '../../words/words';
import { marksOf } from './graph_marks';
import { lineTo, type AnalysisTree, type TreeNode } from './tree';

const steps = [20_000, 200_000, 1_500_000]; // looked at in turn, so that a first answer comes at once
const graphNodes = 40_000;
const linesShown = 3;

/** For the first player, in hundredths; a win is worth more than any board. */
export function worth(line: FoundLine | undefined, turn: number): number {
  if (line === undefined) return 0;
  const own = line.plies === undefined ? line.score : line.plies > 0 ? 2000 : -2000;
  return turn === 0 ? own : -own;
}

function scoreText(line: FoundLine): string {
  if (line.plies !== undefined && line.plies !== 0) {
    const count = Math.ceil(Math.abs(line.plies) / 2);
    return line.plies > 0 ? say('analysis.wins', { count }) : say('analysis.loses', { count });
  }
  const value = line.score / 100;
  return `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
}

const placeOf = (tree: AnalysisTree, node: TreeNode) => ({
  token: tree.token,
  start: tree.start,
  moves: lineTo(node).map((each) => each.text),
  out: [],
});

interface EngineProps {
  readonly tree: AnalysisTree;
  readonly at: ReadonlySignal<TreeNode>;
  /** What is found for the position that is looked at, for an arrow on the board. */
  readonly found: Signal<Findings | undefined>;
  readonly play: (moves: readonly string[]) => void;
  readonly go: (node: TreeNode) => void;
  /** What the seats are called. */
  readonly sides: readonly string[];
}

export function Engine({ tree, at, found, play, go, sides }: EngineProps) {
  const isOn = useSignal(false);
  const problem = useSignal('');
  const graph = useSignal<readonly { readonly node: TreeNode; readonly worth: number }[]>([]);
  const isGraphing = useSignal(false);
  const node = at.value;

  useEffect(() => {
    found.value = undefined;
    if (!isOn.value || node.turn === null) return;
    let isOld = false;
    const thinker: Thinker = startThinker();
    const look = async () => {
      for (const nodes of steps) {
        const answer = await thinker.look(placeOf(tree, node), nodes, linesShown);
        if (isOld) return;
        found.value = answer;
      }
    };
    look().catch(() => {
      if (!isOld) problem.value = say('refusal.engine_unavailable');
    });
    return () => {
      isOld = true;
      thinker.stop();
    };
  }, [node, isOn.value, tree]);

  const drawGraph = () => {
    const thinker = startThinker();
    isGraphing.value = true;
    graph.value = [];
    const look = async () => {
      for (const each of [tree.root, ...tree.mainLine()]) {
        if (each.turn === null) break;
        const answer = await thinker.look(placeOf(tree, each), graphNodes, 1);
        graph.value = [...graph.peek(), { node: each, worth: worth(answer.lines[0], each.turn) }];
      }
    };
    look()
      .catch(() => (problem.value = say('refusal.engine_unavailable')))
      .finally(() => {
        thinker.stop();
        isGraphing.value = false;
      });
  };

  return (
    <section class="card stack" aria-label={say('analysis.engine')}>
      <label class="tick">
        <input type="checkbox" checked={isOn.value} onChange={(event) => (isOn.value = event.currentTarget.checked)} />
        {say('analysis.engine.on')}
      </label>
      {isOn.value && found.value === undefined && node.turn !== null && <p class="quiet small">{say('analysis.engine.looking')}</p>}
      {found.value !== undefined && (
        <>
          <ol class="found-lines">
            {found.value.lines.map((line) => (
              <li key={line.moves[0]}>
                <button type="button" class="found-line" onClick={() => play(line.moves.slice(0, 1))}>
                  <b>{scoreText(line)}</b> {line.moves.slice(0, 8).join(' ')}
                </button>
              </li>
            ))}
          </ol>
          <p class="quiet small">{say('analysis.engine.depth', { depth: found.value.depth })}</p>
        </>
      )}
      {problem.value !== '' && <p class="notice notice-bad">{problem.value}</p>}
      {tree.mainLine().length > 1 && (
        <button type="button" class="button" disabled={isGraphing.value} onClick={drawGraph}>
          {say('analysis.engine.graph')}
        </button>
      )}
      {graph.value.length > 1 && <Graph points={graph.value} at={node} go={go} sides={sides} />}
    </section>
  );
}

/** Bounded, so that a won game still shows where it was won. */
const height = (value: number) => 50 - 46 * Math.tanh(value / 400);

interface GraphProps {
  readonly points: readonly { readonly node: TreeNode; readonly worth: number }[];
  readonly at: TreeNode;
  readonly go: (node: TreeNode) => void;
  readonly sides: readonly string[];
}

/** Up is good for the first, down for the other of two; along it the moves. */
function Graph({ points, at, go, sides }: GraphProps) {
  const [first = '', second] = sides.length === 2 ? sides : sides.slice(0, 1);
  return (
    <figure class="graph-figure">
      <figcaption class="quiet small">
        <span>↑ {say('analysis.graph.better', { side: first })}</span>
        {second !== undefined && <span>↓ {say('analysis.graph.better', { side: second })}</span>}
      </figcaption>
      <GraphLine points={points} at={at} go={go} sides={sides} />
      <p class="graph-moves quiet small" aria-hidden="true">
        {marksOf(points.length - 1).map((ply) => (
          <span key={ply}>{ply}</span>
        ))}
        <span>{say('table.moves')}</span>
      </p>
    </figure>
  );
}

function GraphLine({ points, at, go }: GraphProps) {
  const across = (index: number) => (points.length < 2 ? 0 : (300 * index) / (points.length - 1));
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${across(index).toFixed(1)} ${height(point.worth).toFixed(1)}`).join('');
  const here = points.findIndex((point) => point.node === at);
  return (
    <svg
      class="graph"
      viewBox="0 0 300 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={say('analysis.graph')}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const index = Math.round(((event.clientX - box.left) / Math.max(1, box.width)) * (points.length - 1));
        const node = points[index]?.node;
        if (node !== undefined) go(node);
      }}
    >
      <path class="graph-fill" d={`${path}L300 50L0 50Z`} />
      <path class="graph-middle" d="M0 50H300" />
      <path class="graph-line" d={path} />
      {here >= 0 && <path class="graph-here" d={`M${across(here).toFixed(1)} 0V100`} />}
    </svg>
  );
}
