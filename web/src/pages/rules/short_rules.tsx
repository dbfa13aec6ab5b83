// Knows how a game is told in a few pictures, before all its rules: a sentence beside each. Does not know the rules: the
// pictures are drawn by hand.
import { star } from '../home/layouts';
import type { ShortRule } from '../../rulebook/shape';
import { textOf, type Texts } from '../../rulebook/texts';

/** A hole by two of its directions: to the right, and down to the right. */
type Hole = readonly [right: number, down: number];

interface Picture {
  readonly own: Hole; // the piece that moves
  readonly others?: readonly Hole[]; // pieces of another player
  readonly mates?: readonly Hole[]; // further pieces of one's own
  readonly ways: readonly (readonly Hole[])[];
}

const pictures: Readonly<Record<Exclude<ShortRule, 'goal'>, Picture>> = {
  step: {
    own: [0, 0],
    ways: [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]].map(([right = 0, down = 0]) => [[0, 0], [right, down]]),
  },
  hop: { own: [-1, 0], others: [[0, 0]], ways: [[[-1, 0], [1, 0]]] },
  chain: { own: [-2, 1], others: [[-1, 1], [1, -1]], mates: [[1, 0]], ways: [[[-2, 1], [0, 1], [2, -1], [0, -1]]] },
  ladder: { own: [-2, 2], others: [[-1, 1]], mates: [[1, -1]], ways: [[[-2, 2], [0, 0], [2, -2]]] },
};

const reach = 2; // holes on each side of the middle
const rows = Math.sqrt(3) / 2;

const near: readonly Hole[] = Array.from({ length: (2 * reach + 1) ** 2 }, (_, at): Hole => [(at % (2 * reach + 1)) - reach, Math.floor(at / (2 * reach + 1)) - reach]).filter(
  ([right, down]) => Math.abs(right + down) <= reach,
);

const spot = ([right, down]: Hole) => ({ x: right + down / 2, y: down * rows });

/** From a hole to the next, short of the middle of the last, where a head stands. */
function Way({ holes }: { readonly holes: readonly Hole[] }) {
  const spots = holes.map(spot);
  const [before, last] = [spots[spots.length - 2], spots[spots.length - 1]];
  if (before === undefined || last === undefined) return null;
  const length = Math.hypot(last.x - before.x, last.y - before.y);
  const [dx, dy] = [(last.x - before.x) / length, (last.y - before.y) / length];
  const neck = { x: last.x - dx * 0.28, y: last.y - dy * 0.28 };
  const written = ({ x, y }: { readonly x: number; readonly y: number }) => `${x.toFixed(2)} ${y.toFixed(2)}`;
  const head = [last, { x: neck.x - dy * 0.17, y: neck.y + dx * 0.17 }, { x: neck.x + dy * 0.17, y: neck.y - dx * 0.17 }];
  return (
    <>
      <path class="short-way" d={`M${[...spots.slice(0, -1), neck].map(written).join('L')}`} />
      <path class="short-head" d={`M${head.map(written).join('L')}Z`} />
    </>
  );
}

const Disc = ({ hole, set }: { readonly hole: Hole; readonly set: number }) => <circle class={`short-piece short-set-${set}`} cx={spot(hole).x} cy={spot(hole).y} r="0.38" />;

function HolesPicture({ own, others = [], mates = [], ways }: Picture) {
  return (
    <svg viewBox="-2.7 -2.3 5.4 4.6" aria-hidden="true" focusable="false">
      {near.map((hole) => (
        <circle key={hole.join()} class="short-hole" cx={spot(hole).x} cy={spot(hole).y} r="0.17" />
      ))}
      {others.map((hole) => (
        <Disc key={hole.join()} hole={hole} set={6} />
      ))}
      {mates.map((hole) => (
        <Disc key={hole.join()} hole={hole} set={1} />
      ))}
      <Disc hole={own} set={1} />
      {ways.map((holes) => (
        <Way key={holes.join()} holes={holes} />
      ))}
    </svg>
  );
}

/** The whole star: one's own point below, one's goal above. */
function GoalPicture() {
  return (
    <svg viewBox="-7.5 -7.5 15 15" aria-hidden="true" focusable="false">
      {star().points.map(({ x, y, startOf, goalOf }) => (
        <circle
          key={`${x} ${y}`}
          class={startOf === 1 ? 'short-piece short-set-1' : goalOf === 1 ? 'short-hole short-goal' : 'short-hole'}
          cx={x}
          cy={-y}
          r={startOf === 1 || goalOf === 1 ? 0.4 : 0.24}
        />
      ))}
      <path class="short-way short-long" d="M0 3.6V-2.4" />
      <path class="short-head" d="M0 -3.6L-0.75 -2.2H0.75Z" />
    </svg>
  );
}

interface ShortRulesProps {
  readonly rules: readonly ShortRule[];
  readonly texts: Texts;
}

export function ShortRules({ rules, texts }: ShortRulesProps) {
  return (
    <section class="card short-rules look-walnut" aria-labelledby="short-rules">
      <h2 id="short-rules">{textOf(texts, 'short.title')}</h2>
      <ol>
        {rules.map((rule) => (
          <li key={rule}>
            {rule === 'goal' ? <GoalPicture /> : <HolesPicture {...pictures[rule]} />}
            <p>{textOf(texts, `short.${rule}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
