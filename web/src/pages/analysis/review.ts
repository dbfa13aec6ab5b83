// Knows who played a game that is looked through, and how it ended; refuses to know its moves.
import { ask } from '../../app/api';
import type { KeptGame } from '../../table/kept_games';
import type { Ended, PlayerView, SeatView } from '../../table/model';
import { endedOf } from '../../table/live_table';
import type { ServerSnapshot } from '../../wire';

/** A game that was played, as far as its players and its end go. */
export interface Played {
  readonly back: string; // the page of the game
  readonly seats: readonly SeatView[];
  readonly ended: Ended | null;
  readonly own: number | undefined; // whose side one looks from
}

function seatOf(seat: number, name: string, player: PlayerView | undefined, place: number): SeatView {
  return { seat, name, player, isMine: false, isThere: true, place, isOut: false };
}

export async function playedOnServer(match: string): Promise<Played> {
  const { snapshot } = await ask<ServerSnapshot>('GET', `/api/matches/${encodeURIComponent(match)}`);
  const { setup, status, seat } = snapshot;
  const ended = endedOf(status);
  const seats = setup.seats.map(({ name, player }, at) => {
    const known = player === undefined ? undefined : { id: player.id, name: player.name, kind: player.kind, rating: player.rating };
    return seatOf(at, name, known, ended?.outcome.standings[at]?.place ?? 0);
  });
  return { back: `/match/${match}`, seats, ended, own: seat };
}

export function playedHere(game: KeptGame): Played {
  const seats = game.levels.map((level, at) => {
    const player = level === '' ? undefined : ({ id: level, name: level, kind: 'engine' } as const);
    return seatOf(at, '', player, game.places?.[at] ?? 0);
  });
  const own = game.levels.filter((level) => level === '').length === 1 ? game.levels.indexOf('') : undefined;
  const places = game.places ?? [];
  const last = game.resigned.at(-1);
  const ending = game.agreedDraw ? 'agreement' : last === undefined ? 'rules' : last.isByTime === true ? 'time' : 'resignation';
  const standings = places.map((place) => ({ place, rule: '', reason: '' }));
  const isDraw = places.length > 0 && places.every((place) => place === places[0]);
  const outcome = { isOver: true, isDraw, rule: '', reason: '', standings };
  return {
    back: `/here/${encodeURIComponent(game.token)}/${game.id}`,
    seats,
    ended: game.isOver && places.length > 0 ? { ending, outcome } : null,
    own,
  };
}
