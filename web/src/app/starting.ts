// Knows how a game is begun: on the server where there is one, on this device where there is not.
import type { Clock, MatchMade, MatchRequest, SeatRequest } from '../wire';
import { ask, ensurePlayer, Unreachable } from './api';
import { seatOfSide, type Side } from './beginning';
import { readJson, writeJson } from './device/device_storage';
import { preferences } from './preferences/preferences';
import { go } from './router/router';
import { theRules } from './rules';

const invitations = 'crownstar.invitations';
const mostInvitations = 20;

type Invitations = readonly (readonly [match: string, path: string])[];

function keptInvitations(): Invitations {
  const kept = readJson(invitations);
  return Array.isArray(kept) ? (kept as Invitations) : [];
}

/** Where the link for a match that was made here is remembered: the newest few, for all tabs. */
export function keepInvitation(match: string, path: string): void {
  writeJson(invitations, [[match, path], ...keptInvitations()].slice(0, mostInvitations));
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

export interface Beginning {
  readonly level?: string; // left out: as it was chosen last
  readonly clocks?: readonly Clock[];
  readonly side?: Side;
  readonly seat?: number | undefined; // of a game of many; neither said: it is drawn
}

/** How many seats the game has, and which one is asked for. */
async function seatsOf(token: string, { side = 'random', seat }: Beginning): Promise<{ readonly seats: number; readonly own: number | undefined }> {
  const rules = await theRules();
  await rules.prepare(token);
  const game = rules.start(token);
  if (!game.ok) throw new Error(game.reason);
  const { seats } = game.value;
  const chosen = seat ?? seatOfSide(game.value, side);
  // A seat that was asked for before the game had fewer is none: then it is drawn.
  const own = chosen !== undefined && chosen < seats ? chosen : undefined;
  game.value.free();
  return { seats, own };
}

/** Oneself at the seat that one chooses, or at any, and another one at each other. */
function seatsFor(seats: number, own: number | undefined, other: SeatRequest): Pick<MatchRequest, 'seats' | 'draw_seats'> {
  const each = Array.from({ length: seats }, (_, at): SeatRequest => (at === (own ?? 0) ? { t: 'me' } : other));
  return { seats: each, draw_seats: own === undefined };
}

export async function againstComputer(token: string, beginning: Beginning = {}): Promise<void> {
  const { level = preferences.peek().level, clocks = [] } = beginning;
  const { seats, own } = await seatsOf(token, beginning);
  try {
    await makeMatch({ game: token, ...seatsFor(seats, own, { t: 'engine', engine: level }), clocks });
  } catch (problem) {
    if (!(problem instanceof Unreachable)) throw problem;
    const [clock] = clocks;
    const isKeptHere = clock !== undefined && clock.kind !== 'days' && clock.kind !== 'turn';
    const time = isKeptHere ? `&clock=${(await import('../pages/new_game/clocks')).writeClock(clock)}` : '';
    const seat = own === undefined ? '' : `&seat=${own}`;
    go(`/here/${encodeURIComponent(token)}?against=computer&level=${level}${time}${seat}`);
  }
}

/** A table that others come to: by its link, or out of the lobby. */
export async function openTable(token: string, visibility: 'link' | 'lobby', beginning: Beginning = {}, rated = false): Promise<void> {
  const { clocks = [], side = 'random', seat } = beginning;
  const drawn = side === 'random' && seat === undefined;
  const { seats, own } = drawn ? { seats: 0, own: undefined } : await seatsOf(token, beginning);
  await makeMatch({ game: token, ...(own === undefined ? {} : seatsFor(seats, own, { t: 'open' })), clocks, rated, visibility });
}
