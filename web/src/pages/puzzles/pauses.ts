// Knows how long a move of a puzzle is looked at before the next one, at the pace that the player chose.
import { preferences, type Pace } from '../../app/preferences/preferences';
import { asksForLessMotion } from '../../board';
import type { Pauses } from './solving';

interface Tempo {
  readonly reply: number;
  readonly undo: number;
  readonly hop: number; // as long as the board takes for one
}

/** Chosen by eye: the answer is not missed, and nobody waits for it. */
const tempos: Readonly<Record<Exclude<Pace, 'none'>, Tempo>> = {
  quick: { reply: 450, undo: 850, hop: 215 },
  calm: { reply: 800, undo: 1300, hop: 490 },
};
/** Nothing moves, but each move still has its moment. */
const still: Tempo = { reply: 500, undo: 1000, hop: 0 };

function tempoNow(): Tempo {
  const { pace } = preferences.peek();
  return pace === 'none' || asksForLessMotion() ? still : tempos[pace];
}

function pause(kind: 'reply' | 'undo', hops: number): number {
  const tempo = tempoNow();
  return tempo[kind] + hops * tempo.hop;
}

export const pauses: Pauses = { reply: (hops) => pause('reply', hops), undo: (hops) => pause('undo', hops) };
