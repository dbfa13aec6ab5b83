// Knows what one draws on the board to think: an arrow by a drag of the mouse's other button, a ring by a click of it. The same
// again takes it away; a click of the first button, or another position, takes all away. It is kept nowhere.
// Does not know how it is drawn.
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Arrow, Board } from '../../board';

type Path = Arrow['path'];

const secondButton = 2;
const none: readonly Arrow[] = [];

const isSame = (one: Path, other: Path) => one.length === other.length && one.every((point, at) => point === other[at]);

/** With this one, or without it where it is there already. */
export function toggled(drawn: readonly Arrow[], path: Path): readonly Arrow[] {
  const rest = drawn.filter((one) => !isSame(one.path, path));
  return rest.length < drawn.length ? rest : [...drawn, { path, kind: 'drawn' }];
}

/** `position`: what is drawn belongs to it. */
export function useDrawn(board: ReadonlySignal<Board | null>, position: unknown): readonly Arrow[] {
  const drawn = useSignal<readonly Arrow[]>(none);
  const held = useSignal<Path | null>(null); // what would be drawn if the button were let go
  useEffect(() => {
    drawn.value = none;
  }, [position]);
  useEffect(() => {
    const shown = board.value;
    if (shown === null) return;
    const place = shown.element;
    let from: number | null = null;
    const pathTo = (event: PointerEvent): Path | null => {
      const to = shown.pointAt(event.clientX, event.clientY);
      if (from === null || to === null) return null;
      return from === to ? [from] : [from, to];
    };
    const down = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      if (event.button === 0) drawn.value = none;
      if (event.button !== secondButton) return;
      from = shown.pointAt(event.clientX, event.clientY);
      held.value = pathTo(event);
    };
    const move = (event: PointerEvent) => {
      if (from === null) return;
      const path = pathTo(event);
      if (path === null || held.peek() === null || !isSame(path, held.peek() ?? [])) held.value = path;
    };
    const up = (event: PointerEvent) => {
      if (from === null || event.button !== secondButton) return;
      const path = pathTo(event);
      from = null;
      held.value = null;
      if (path !== null) drawn.value = toggled(drawn.peek(), path);
    };
    // Where the other button draws it opens no menu; a long touch still does.
    const menu = (event: MouseEvent) => {
      if (!('pointerType' in event) || event.pointerType === 'mouse') event.preventDefault();
    };
    place.addEventListener('pointerdown', down);
    place.addEventListener('contextmenu', menu);
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    return () => {
      place.removeEventListener('pointerdown', down);
      place.removeEventListener('contextmenu', menu);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
    };
  }, [board.value]);
  return held.value === null ? drawn.value : [...drawn.value.filter((one) => !isSame(one.path, held.value ?? [])), { path: held.value, kind: 'drawn' }];
}
