// Knows when a landing is heard; what makes the sound is loaded when the first one is near. Does not know how it is made: sound.ts.
import { preferences } from '../app/preferences/preferences';

/** Browsers make no sound before the page was touched. */
const isHeard = (): boolean => preferences.peek().sounds !== 'none' && navigator.userActivation?.hasBeenActive !== false;

/** To be called when a move begins: its sound is there when the piece lands. */
export function prepareSound(): void {
  if (isHeard()) import('./sound').catch(() => undefined);
}

export function playLanding(isCapture: boolean): void {
  const { sounds } = preferences.peek();
  if (sounds === 'none' || !isHeard()) return;
  import('./sound').then(
    ({ makeSound }) => makeSound(sounds, isCapture),
    () => undefined, // the move is shown all the same
  );
}
