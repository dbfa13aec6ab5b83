// Knows how a game is begun: on the server where there is one, on this device where there is not.
import { writeClock } from '../pages/new_game/clocks';
import type { Clock, MatchMade, MatchRequest, SeatWish } from '../wire';
import { ask, ensurePlayer, Unreachable } from './api';
import { preferences } from './preferences';
import { go } from './router';
import { theRules } from './rules';

export const usualLevel = 'casual';

const invitations = 'crownstar.invitations';
const mostInvitations = 20;

type Invitations = readonly (readonly [match: string, path: string])[];

function keptInvitations(): Invitations {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(invitations) ?? '[]');
    return Array.isArray(kept) ? (kept as Invitations) : [];
  } catch {
    return [];
  }
}

/** Where the link for a match that was made here is remembered: the newest few, for all tabs. */
export function keepInvitation(match: string, path: string): void {
  try {
    localStorage.setItem(invitations, JSON.stringify([[match, path], ...keptInvitations()].slice(0, mostInvitations)));
  } catch {
    // The match can still be made anew.
  }
}

export function invitationFor(match: string): string | null {
  const path = keptInvitations().find(([made]) => made === match)?.[1];
  return typeof path === 'string' ? new URL(path, location.href).href : null;
}

export async function makeMatch(request: MatchRequest): Promise<void> {
  await ensurePlayer(preferences.value.name);
  const made = await ask<MatchMade>('POST', '/api/matches', request);
  if (made.code !== undefined && made.code !== '') keepInvitation(made.match, made.path);
  go(`/match/${made.match}`);
}

export async function seatsOf(token: string): Promise<number> {
  const rules = await theRules();
  await rules.prepare(token);
  const game = rules.start(token);
  if (!game.ok) throw new Error(game.reason);
  const { seats } = game.value;
  game.value.free();
  return seats;
}

export async function againstComputer(token: string, level: string = usualLevel, clocks: readonly Clock[] = []): Promise<void> {
  try {
    const seats = await seatsOf(token);
    const wishes = Array.from({ length: seats }, (_, at): SeatWish => (at === 0 ? { t: 'me' } : { t: 'engine', engine: level }));
    await makeMatch({ game: token, seats: wishes, draw_seats: true, clocks });
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    const [clock] = clocks;
    const time = clock === undefined || clock.kind === 'days' ? '' : `&clock=${writeClock(clock)}`;
    go(`/here/${encodeURIComponent(token)}?against=computer&level=${level}${time}`);
  }
}

export async function inviteFriend(token: string, clocks: readonly Clock[] = []): Promise<void> {
  await makeMatch({ game: token, clocks, visibility: 'link' });
}
