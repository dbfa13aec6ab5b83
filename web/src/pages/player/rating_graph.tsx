// Knows how a rating's history is shown: as a line over time, what it was at the game under the pointer, and as a table.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ask, problemText } from '../../app/api';
import { Problem } from '../../app/problem';
import { RatingNumber } from '../../game/players/rating_number';
import { say, sayDate } from '../../messages/messages';
import type { Rating, RatingHistory, RatingStep } from '../../wire';
import { changeOf, chartOf, nearest, type ChartPoint } from './rating_chart';

const day = 24 * 3_600_000;
const mostDots = 60; // closer together they hide the line
const width = 1000;
const height = 400;

const place = ({ x, y }: ChartPoint) => `${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`;
const dot = (point: ChartPoint) => `M${place(point)}h0`;

interface GraphProps {
  readonly steps: readonly RatingStep[];
  readonly kind: string; // of game and pace, in words
}

/** A dot is a line of no length with a round end: the drawing is stretched, and its lines are not. */
function Drawing({ steps, kind, at }: GraphProps & { readonly at: Signal<number | undefined> }) {
  const { points, lines, marks } = useMemo(() => chartOf(steps), [steps]);
  const [first, last] = [steps[0], steps.at(-1)];
  const pointed = at.value === undefined ? undefined : points[at.value];
  const point = (event: PointerEvent & { readonly currentTarget: Element }) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    at.value = nearest(points, (event.clientX - left) / wide);
  };
  const isOneDay = (last?.at ?? 0) - (first?.at ?? 0) < day;
  const when = ({ at: moment }: RatingStep) => sayDate(new Date(moment), isOneDay ? { timeStyle: 'short' } : { dateStyle: 'medium' });
  return (
    <div class="rating-plot">
      <div class="rating-marks small" aria-hidden="true">
        {marks.map(({ y, rating }) => (
          <span key={rating} style={{ top: `${y * 100}%` }}>
            {rating}
          </span>
        ))}
      </div>
      <div class="rating-drawing" onPointerMove={point} onPointerDown={point} onPointerLeave={() => (at.value = undefined)}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={say('account.graph', { kind, first: first?.rating ?? '', last: last?.rating ?? '' })}
        >
          {marks.map(({ y, rating }) => (
            <path key={rating} class="rating-mark" d={`M0 ${y * height}h${width}`} />
          ))}
          {lines.map((line, index) => (
            <path key={index} class={`rating-line${line.isProvisional ? ' is-provisional' : ''}`} d={`M${line.points.map(place).join('L')}`} />
          ))}
          {points.length <= mostDots && <path class="rating-dots" d={points.map(dot).join('')} />}
          {pointed !== undefined && <path class="rating-here" d={dot(pointed)} />}
        </svg>
      </div>
      <div class="rating-times small" aria-hidden="true">
        {first !== undefined && <span>{when(first)}</span>}
        {last !== undefined && last !== first && <span>{when(last)}</span>}
      </div>
    </div>
  );
}

/** What the rating was at the game under the pointer; else what it is. Its highest beside it. */
function Reading({ steps, at }: { readonly steps: readonly RatingStep[]; readonly at: number }) {
  const step = steps[at];
  const best = steps.reduce<RatingStep | undefined>((high, each) => (high === undefined || each.rating > high.rating ? each : high), undefined);
  if (step === undefined || best === undefined) return null;
  const date = (moment: number) => sayDate(new Date(moment), { dateStyle: 'medium' });
  return (
    <p class="rating-reading">
      <span>
        <strong>
          <RatingNumber rating={step.rating} isProvisional={step.provisional} />
        </strong>{' '}
        {changeOf(steps, at)} <span class="quiet">{date(step.at)}</span>
      </span>
      <span class="quiet">{say('account.graph.best', { rating: String(best.rating), when: date(best.at) })}</span>
    </p>
  );
}

/** The same for who cannot see the line, or wants the numbers; the newest game first. */
function AsTable({ steps }: { readonly steps: readonly RatingStep[] }) {
  const isOpen = useSignal(false);
  return (
    <details class="rating-table" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{say('account.graph.table')}</summary>
      {isOpen.value && (
        <div class="rating-rows" tabIndex={0} role="group" aria-label={say('account.graph.table')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say('account.graph.when')}</th>
                <th scope="col">{say('account.graph.rating')}</th>
                <th scope="col">{say('account.graph.change')}</th>
              </tr>
            </thead>
            <tbody>
              {steps.map((_, index) => steps.length - 1 - index).map((index) => {
                const step = steps[index]!;
                return (
                  <tr key={step.games}>
                    <td>{sayDate(new Date(step.at))}</td>
                    <td>
                      <RatingNumber rating={step.rating} isProvisional={step.provisional} />
                    </td>
                    <td>{changeOf(steps, index)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function Graph({ steps, kind }: GraphProps) {
  const at = useSignal<number | undefined>(undefined);
  return (
    <>
      <Reading steps={steps} at={at.value ?? steps.length - 1} />
      <Drawing steps={steps} kind={kind} at={at} />
      <AsTable steps={steps} />
    </>
  );
}

interface RatingGraphProps {
  readonly player: string; // the id
  readonly rating: Rating;
  readonly kind: string;
}

/** Keeps its room while another kind is asked for. */
export function RatingGraph({ player, rating: { family, pace, games }, kind }: RatingGraphProps) {
  const steps = useSignal<readonly RatingStep[] | undefined>(undefined);
  const problem = useSignal('');
  useEffect(() => {
    let isGone = false;
    steps.value = undefined;
    problem.value = '';
    const part = encodeURIComponent;
    ask<RatingHistory>('GET', `/api/players/${part(player)}/ratings/${part(family)}/${pace}`).then(
      (history) => {
        if (!isGone) steps.value = history.steps ?? [];
      },
      (reason: unknown) => {
        if (!isGone) problem.value = problemText(reason);
      },
    );
    return () => void (isGone = true);
  }, [player, family, pace, games]);
  return (
    <div class="rating-graph">
      <Problem text={problem.value} />
      {steps.value !== undefined && steps.value.length > 0 && <Graph key={`${family} ${pace}`} steps={steps.value} kind={kind} />}
    </div>
  );
}
