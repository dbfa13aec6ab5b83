// Knows the small board beside a game in a list: how it stands now, redrawn when that changes. A screen reader passes it by,
// for the game is named beside it.
import { useEffect, useRef } from 'preact/hooks';
import { preferences } from '../../app/preferences/preferences';
import { StillBoard } from '../../board/still';
import type { Standing } from './standing';

/** Empty until it is known how the game stands. */
export function SmallBoard({ standing }: { readonly standing: Standing | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<StillBoard | null>(null);
  const { board: look, pieces: pieceLook } = preferences.value;
  useEffect(() => {
    if (standing === undefined || place.current === null) return;
    board.current ??= new StillBoard(place.current);
    board.current.show({ ...standing.view, look, pieceLook });
  }, [standing, look, pieceLook]);
  useEffect(() => () => board.current?.destroy(), []);
  return <div ref={place} class="small-board" aria-hidden="true" />;
}
