// Knows the small board beside a game in a list: how it stands now, redrawn when that changes. A screen reader passes it by,
// for the game is named beside it.
import { useEffect, useRef } from 'preact/hooks';
import { preferences } from '../../app/preferences/preferences';
import { theRules } from '../../app/rules';
import { StillBoard } from '../../board/still';
import type { StillView } from '../../board/still';
import { darkColour, lightSeatOf } from '../../game/dressing';
import type { Layout } from '../../rules/types';

/** Of one token all positions lie on one board: it is drawn once. */
const layouts = new Map<string, Layout>();

async function viewOf(token: string, position: string): Promise<Omit<StillView, 'look' | 'pieceLook'> | undefined> {
  const rules = await theRules();
  await rules.prepare(token);
  const begun = rules.start(token, position === '' ? null : position);
  if (!begun.ok) return undefined;
  const game = begun.value;
  const layout = layouts.get(token) ?? game.layout();
  layouts.set(token, layout);
  const lightSeat = lightSeatOf(game.seatName(0));
  const view = { layout, pieces: game.pieces(), turned: 0, lastMoves: [], lightSeat, darkIs: darkColour(game.seatName(1 - lightSeat)) };
  game.free();
  return view;
}

export function SmallBoard({ game, position }: { readonly game: string; readonly position: string }) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<StillBoard | null>(null);
  const { board: look, pieces: pieceLook } = preferences.value;
  useEffect(() => {
    let isGone = false;
    viewOf(game, position).then(
      (view) => {
        if (isGone || view === undefined || place.current === null) return;
        board.current ??= new StillBoard(place.current);
        board.current.show({ ...view, look, pieceLook });
      },
      () => undefined, // the list is of use without
    );
    return () => void (isGone = true);
  }, [game, position, look, pieceLook]);
  useEffect(() => () => board.current?.destroy(), []);
  return <div ref={place} class="small-board" aria-hidden="true" />;
}
