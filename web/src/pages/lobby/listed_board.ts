// Knows how a game of a list stands: what is on its board, and in which colours its players play. Does not know how it is drawn.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { theRules } from '../../app/rules';
import type { StillView } from '../../board/still';
import { darkColour, lightSeatOf, setsOf } from '../../game/dressing';
import type { Layout, Rules } from '../../rules/types';

export interface ListedBoard {
  readonly view: Omit<StillView, 'look' | 'pieceLook'>;
  readonly sets: readonly (readonly number[])[]; // by seat, its colours of a star
}

interface Start {
  readonly layout: Layout;
  readonly sets: ListedBoard['sets'];
}

/** Of one token all games begin alike, on one board: it is drawn once. */
const starts = new Map<string, Start>();

function startOf(rules: Rules, token: string): Start | undefined {
  const known = starts.get(token);
  if (known !== undefined) return known;
  const begun = rules.start(token, null);
  if (!begun.ok) return undefined;
  const game = begun.value;
  const first = { pieces: game.pieces() };
  const start = { layout: game.layout(), sets: Array.from({ length: game.seats }, (_, seat) => setsOf(first, seat)) };
  game.free();
  starts.set(token, start);
  return start;
}

async function listedBoardOf(token: string, position: string): Promise<ListedBoard | undefined> {
  const rules = await theRules();
  await rules.prepare(token);
  const start = startOf(rules, token);
  const begun = rules.start(token, position === '' ? null : position);
  if (start === undefined || !begun.ok) return undefined;
  const game = begun.value;
  const lightSeat = lightSeatOf(game.seatName(0));
  const darkIs = darkColour(game.seatName(1 - lightSeat));
  const pieces = game.pieces();
  game.free();
  return { view: { layout: start.layout, pieces, turned: 0, lastMoves: [], lightSeat, darkIs }, sets: start.sets };
}

/** Undefined until it is known; then what was known before, until the next position is. */
export function useListedBoard(token: string, position: string): ListedBoard | undefined {
  const listed = useSignal<ListedBoard | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    listedBoardOf(token, position).then(
      (known) => {
        if (!isGone && known !== undefined) listed.value = known;
      },
      () => undefined, // the list is of use without
    );
    return () => void (isGone = true);
  }, [token, position]);
  return listed.value;
}
