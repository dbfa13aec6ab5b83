// Knows the pictures of the featured games: the real board in the looks that the player has chosen, with a game of each kind
// on it. It comes when the page stands. Nobody moves on it, and a screen reader passes it by.
import { useEffect, useRef } from 'preact/hooks';
import { preferences } from '../../app/preferences/preferences';
import type { StillBoard } from '../../board/still';
import type { Featured } from './boards';

export function BoardPicture({ game, coordinates = false }: { readonly game: Featured; readonly coordinates?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<StillBoard | null>(null);
  const { board: look, pieces: pieceLook } = preferences.value;
  useEffect(() => {
    let isGone = false;
    Promise.all([import('../../board/still'), import('./boards')]).then(
      ([{ StillBoard }, { pictures }]) => {
        if (isGone || place.current === null) return;
        drawn.current ??= new StillBoard(place.current, true);
        drawn.current.show({ ...pictures[game](), look, pieceLook, coordinates });
      },
      () => undefined, // the card says what it is without
    );
    return () => void (isGone = true);
  }, [game, look, pieceLook, coordinates]);
  useEffect(() => () => drawn.current?.destroy(), []);
  return <div ref={place} class={`picture picture-${game}`} aria-hidden="true" />;
}
