// Knows the small board beside a game in a list: how it stands now, redrawn when that changes. A screen reader passes it by,
// for the game is named beside it.
import { useEffect, useRef } from 'preact/hooks';
import { preferences } from '../../app/preferences/preferences';
import { StillBoard } from '../../board/still';
import type { ListedBoard } from './listed_board';

/** Empty until it is known how the game stands. */
export function SmallBoard({ listed }: { readonly listed: ListedBoard | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<StillBoard | null>(null);
  const { board: look, pieces: pieceLook } = preferences.value;
  useEffect(() => {
    if (listed === undefined || place.current === null) return;
    board.current ??= new StillBoard(place.current);
    board.current.show({ ...listed.view, look, pieceLook });
  }, [listed, look, pieceLook]);
  useEffect(() => () => board.current?.destroy(), []);
  return <div ref={place} class="small-board" aria-hidden="true" />;
}
