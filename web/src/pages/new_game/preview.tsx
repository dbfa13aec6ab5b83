// Knows the board beside the choices: how the game begins that is being put together, seen from one's own side. A screen reader
// passes it by, for all of it is said by the choices.
import { useEffect, useRef } from 'preact/hooks';
import { preferences } from '../../app/preferences/preferences';
import { turnFor } from '../../board';
import { StillBoard } from '../../board/still';
import { say } from '../../messages/messages';
import { useListedBoard } from '../lobby/listed_board';

interface PreviewProps {
  readonly token: string;
  readonly seat: number | undefined; // one's own, where it is chosen
  readonly game: string;
  readonly name: string;
}

export function Preview({ token, seat, game, name }: PreviewProps) {
  const listed = useListedBoard(token, '');
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<StillBoard | null>(null);
  const { board: look, pieces: pieceLook } = preferences.value;
  useEffect(() => {
    if (listed === undefined || place.current === null) return;
    board.current ??= new StillBoard(place.current, true);
    const { view, sets } = listed;
    const below = seat ?? (view.layout.shape === 'star' ? 0 : view.lightSeat ?? 0);
    board.current.show({ ...view, turned: turnFor(view.layout, sets[below]?.[0] ?? 1), look, pieceLook });
  }, [listed, seat, look, pieceLook]);
  useEffect(() => () => board.current?.destroy(), []);
  return (
    <figure class="card new-game-board">
      <div ref={place} class="new-game-picture" aria-hidden="true" />
      <figcaption>
        <b>{name}</b> <a href={`/rules/${game}`}>{say('nav.rules')}</a>
      </figcaption>
    </figure>
  );
}
