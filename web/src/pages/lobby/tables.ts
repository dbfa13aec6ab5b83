// Knows how one click leads to a free seat at an open table of the lobby; for a game of more than two also to a table that is
// opened for others to come. The server says which tables there are, and who may sit down. Does not know how it is drawn.
import { ask, ensurePlayer, Refused } from '../../app/api';
import { preferences } from '../../app/preferences/preferences';
import { go } from '../../app/router/router';
import type { Clock, MatchList, MatchMade, MatchSummary } from '../../wire';
import { fittingTables, sitsAt } from './waiting';

/** So many tables are tried whose last seat somebody else may be quicker to take. */
const mostTried = 3;

/** `players=3`, which stands in every token of a game for more than two. */
export const isForMany = (game: string): boolean => Number(/[:,]players=(\d+)/.exec(game)?.[1] ?? 2) > 2;

/** Asked for anew: what the lobby showed a moment ago may be full by now. */
async function openTables(game: string, clock: Clock, isRated: boolean): Promise<readonly MatchSummary[]> {
  const { matches } = await ask<MatchList>('GET', `/api/matches?game=${encodeURIComponent(game)}`);
  return fittingTables(matches, game, clock, isRated);
}

/** False where the seat is not to be had. */
async function sitDown({ match }: MatchSummary): Promise<boolean> {
  try {
    await ask('POST', `/api/matches/${match}/join`, {});
    return true;
  } catch (problem) {
    if (problem instanceof Refused) return false;
    throw problem;
  }
}

/**
 * Two who ask in the same moment find no table, and open one each: whoever's is the later goes over to the other. Whoever
 * has company already stays, for a table ends when its host leaves it.
 */
async function betterThan(own: string, game: string, clock: Clock, isRated: boolean): Promise<string> {
  const [best, ...others] = await openTables(game, clock, isRated);
  const mine = [best, ...others].find((table) => table?.match === own);
  const isAlone = mine?.seats.filter((seat) => seat.player !== undefined).length === 1;
  if (best === undefined || best.match === own || !isAlone || !(await sitDown(best))) return own;
  await ask('POST', `/api/matches/${own}/leave`, {});
  return best.match;
}

/** The match at whose table one has a seat now. */
async function seat(game: string, clock: Clock, isRated: boolean): Promise<string> {
  const { id } = await ensurePlayer(preferences.peek().name);
  const tables = await openTables(game, clock, isRated);
  const own = tables.find((table) => sitsAt(table, id));
  if (own !== undefined) return own.match;
  const free = await seatBesideAnother(tables);
  if (free !== undefined) return free;
  const made = await ask<MatchMade>('POST', '/api/matches', { game, clocks: [clock], rated: isRated, visibility: 'lobby' });
  return betterThan(made.match, game, clock, isRated);
}

/** The match of two at whose table somebody waited for just this, and one has a seat now. */
export async function seatBesideAnother(tables: readonly MatchSummary[]): Promise<string | undefined> {
  for (const table of tables.slice(0, mostTried)) if (await sitDown(table)) return table.match;
  return undefined;
}

/** Whoever has never played becomes a guest first. A match that one is invited to still asks for its link. */
export async function takeSeat(match: string): Promise<void> {
  await ensurePlayer(preferences.peek().name);
  await ask('POST', `/api/matches/${match}/join`, {});
}

export async function goToTable(game: string, clock: Clock, isRated: boolean): Promise<void> {
  go(`/match/${await seat(game, clock, isRated)}`);
}
