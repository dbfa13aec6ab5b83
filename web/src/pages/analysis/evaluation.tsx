// Knows how an evaluation is shown: as a score from one side, as a bar beside the board, as a line over the game.
import type { FoundLine } from '../../rules/types';
import { say, sayNumber } from '../../messages/messages';
import { marksOf as marksAlong } from './graph_marks';
import { accuracies, expected, markSigns, marks, marksOf, type Judged } from './judging';
import type { TreeNode } from '../../game/game_tree';

/** For the seat that is named beside it, whoever is to move: plus is good for that one. */
export function scoreText(line: FoundLine, isForMover: boolean, sideWhoWins: (isMover: boolean) => string | undefined): string {
  const plies = line.plies ?? 0;
  const side = plies === 0 ? undefined : sideWhoWins(plies > 0);
  if (side !== undefined) return say('analysis.side.wins', { side, count: Math.ceil(Math.abs(plies) / 2) });
  return signed(isForMover ? line.score : -line.score);
}

function signed(hundredths: number): string {
  const value = hundredths / 100;
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${sayNumber(Math.abs(value), 2)}`;
}

interface BarProps {
  readonly shape: 'squares' | 'star';
  readonly score: number | undefined; // for the first player; none where nothing is known
  readonly isFirstBelow: boolean;
  readonly isFirstLight: boolean;
  readonly sides: readonly string[];
  readonly sets: readonly number[]; // the colours of the two on the star
}

/** How much of the game either may expect: the more of the bar is one's colour, the better. */
export function EvaluationBar({ shape, score, isFirstBelow, isFirstLight, sides, sets }: BarProps) {
  const first = score === undefined ? 0.5 : expected(score, shape);
  const below = isFirstBelow ? first : 1 - first;
  const better = sides[first >= 0.5 ? 0 : 1] ?? '';
  const label = score === undefined ? say('analysis.engine') : `${say('analysis.graph.better', { side: better })}: ${signed(Math.abs(score))}`;
  const kind = isFirstBelow === isFirstLight ? 'is-light-below' : 'is-dark-below';
  const colourOf = (seat: number) => (shape === 'star' ? ` piece-set-${sets[seat] ?? 0}` : '');
  return (
    <svg class={`evaluation-bar ${kind}${score === undefined ? ' is-unknown' : ''}`} viewBox="0 0 10 100" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class={`evaluation-above${colourOf(isFirstBelow ? 1 : 0)}`} width="10" height="100" />
      <rect class={`evaluation-below${colourOf(isFirstBelow ? 0 : 1)}`} width="10" height={(100 * below).toFixed(1)} y={(100 - 100 * below).toFixed(1)} />
      <path class="evaluation-middle" d="M0 50H10" />
    </svg>
  );
}

/** As the bar tells it: how much of the game may be expected, so that a won game still shows where it was won. */
const height = (value: number, shape: GraphProps['shape']) => 50 - 46 * (2 * expected(value, shape) - 1);

interface GraphProps {
  readonly points: readonly Judged[];
  readonly at: TreeNode;
  readonly go: (node: TreeNode) => void;
  readonly sides: readonly string[];
  readonly shape: 'squares' | 'star';
  readonly of: number; // whose seat the line is high for
}

/** Up is good for that seat, down for the other of two; along it the moves. */
export function Graph(props: GraphProps) {
  const { points, sides, of } = props;
  const [first = '', second] = sides.length === 2 ? sides : [sides[of]];
  return (
    <figure class="graph-figure">
      <figcaption class="quiet small">
        <span>↑ {say('analysis.graph.better', { side: first })}</span>
        {second !== undefined && <span>↓ {say('analysis.graph.better', { side: second })}</span>}
      </figcaption>
      <GraphLine {...props} />
      {sides.length === 2 && (
        <p class="graph-moves quiet small" aria-hidden="true">
          {marksAlong(Math.ceil((points.length - 1) / 2)).map((move) => (
            <span key={move}>{move}</span>
          ))}
          <span>{say('table.moves')}</span>
        </p>
      )}
    </figure>
  );
}

function GraphLine({ points, at, go, shape, sides, of }: GraphProps) {
  const across = (index: number) => (points.length < 2 ? 0 : (300 * index) / (points.length - 1));
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${across(index).toFixed(1)} ${height(point.score, shape).toFixed(1)}`).join('');
  const here = points.findIndex((point) => point.node === at);
  const marked = sides.length === 2 ? marksOf(points, shape) : new Map<TreeNode, never>();
  return (
    <svg
      class="graph"
      viewBox="0 0 300 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={say('analysis.graph', { side: sides[of] ?? '' })}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const index = Math.round(((event.clientX - box.left) / Math.max(1, box.width)) * (points.length - 1));
        const node = points[index]?.node;
        if (node !== undefined) go(node);
      }}
    >
      <path class="graph-fill" d={`${path}L300 50L0 50Z`} />
      <path class="graph-middle" d="M0 50H300" />
      {points.map(({ node, score }, index) => {
        const mark = marked.get(node);
        return mark === undefined ? null : (
          <path key={node.id} class={`graph-mark mark-${mark}`} d={`M${across(index).toFixed(1)} ${height(score, shape).toFixed(1)}V50`} />
        );
      })}
      <path class="graph-line" d={path} />
      {here >= 0 && <path class="graph-here" d={`M${across(here).toFixed(1)} 0V100`} />}
    </svg>
  );
}

/** How good the moves of each side were, and how many of them gave something away. */
export function MarkCounts({ points, sides, shape }: Pick<GraphProps, 'points' | 'sides' | 'shape'>) {
  const found = [...marksOf(points, shape)];
  return (
    <section class="mark-counts">
      <table class="small">
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th key={side} scope="col">
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr class="accuracies">
            <th scope="row">{say('analysis.accuracy')}</th>
            {accuracies(points, shape).map((share, seat) => (
              <td key={seat}>{accuracyText(share)}</td>
            ))}
          </tr>
          {marks.map((mark) => (
            <tr key={mark}>
              <th scope="row">
                <span class={`mark mark-${mark}`} aria-hidden="true">
                  {markSigns[mark]}
                </span>{' '}
                {say(`analysis.marks.${mark}`)}
              </th>
              {sides.map((side, seat) => (
                <td key={side}>{found.filter(([node, one]) => one === mark && node.seat === seat).length}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet small">{say('analysis.accuracy.about')}</p>
    </section>
  );
}

export function accuracyText(share: number | undefined): string {
  return share === undefined ? '–' : say('analysis.accuracy.share', { share: sayNumber(Math.round(share)) });
}
