// Knows how a game and the options chosen for it become a token; refuses to know which go together: the rules say so.
import type { CatalogEntry } from '../../rules/types';

export interface GameChoice {
  readonly id: string;
  readonly options: Readonly<Record<string, string>>;
}

export function readChoice(token: string): GameChoice {
  const [id = '', rest = ''] = token.split(/:(.*)/s);
  const options: Record<string, string> = {};
  for (const part of rest.split(',')) {
    const [key = '', value = ''] = part.split('=');
    if (key !== '') options[key] = value;
  }
  return { id, options };
}

export function tokenOf({ id, options }: GameChoice): string {
  const parts = Object.entries(options).flatMap(([key, value]) => (value === '' ? [] : [`${key}=${value}`]));
  return parts.length === 0 ? id : `${id}:${parts.join(',')}`;
}

/** Another game: what was chosen for the one before means nothing for it. */
export function choose(entry: CatalogEntry, before: GameChoice): GameChoice {
  return entry.id === before.id ? before : { id: entry.id, options: {} };
}
