// Knows which games have been played on this device before; does not know what is said of those that have not.
import { readJson, writeJson } from '../../app/device/device_storage';

const known = 'crownstar.games-known';
const begun = 'crownstar.games-begun'; // by game: the match of one's own first move

/** By then one has seen how it goes. */
const movesToLearn = 2;

const nameOf = (token: string): string => token.split(':')[0] ?? '';

function played(): readonly string[] {
  const names = readJson(known);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function firstMoves(): Readonly<Record<string, unknown>> {
  const matches = readJson(begun);
  return typeof matches === 'object' && matches !== null ? { ...matches } : {};
}

/** With other options it is the same game. */
export const isNew = (token: string): boolean => !played().includes(nameOf(token));

export function isKnownNow(token: string): void {
  if (isNew(token)) writeJson(known, [...played(), nameOf(token)]);
}

/** One's own moves of a match are counted together with that of an earlier one. Whether it is new no more. */
export function hasMoved(token: string, match: string, moves: number): boolean {
  if (moves === 0 || !isNew(token)) return !isNew(token);
  const first = firstMoves();
  const earlier = first[nameOf(token)];
  if (earlier === undefined) writeJson(begun, { ...first, [nameOf(token)]: match });
  if (moves + (earlier === undefined || earlier === match ? 0 : 1) < movesToLearn) return false;
  isKnownNow(token);
  return true;
}
