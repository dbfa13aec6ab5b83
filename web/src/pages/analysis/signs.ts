// Knows how the numbered signs of a record (NAG) are written beside a move, and which of them have a name.
import { sayIfKnown } from '../../messages/messages';

const signs: Readonly<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
};

/** `!`, or `$42` where no sign is in use for it. */
export function signOf(nag: number): string {
  return signs[nag] ?? `$${nag}`;
}

/** What it is called, for who hovers or hears; the sign itself where there is no name. */
export function signName(nag: number): string {
  return sayIfKnown(`analysis.sign.${nag}`, signOf(nag));
}

/** The colour of praise and blame, as the computer's own marks have it. */
export function signKind(nag: number): string {
  if (nag === 2) return 'mark-mistake';
  if (nag === 4) return 'mark-blunder';
  if (nag === 5 || nag === 6) return 'mark-inaccuracy';
  return nag === 1 || nag === 3 ? 'mark-good' : 'mark-told';
}
