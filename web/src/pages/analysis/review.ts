// Knows who played a game that is looked through, and how it ended; does not know its moves.
import { ask } from '../../app/api';
import { preferences } from '../../app/preferences/preferences';
import type { GameRecord, Rules } from '../../rules/types';
import type { KeptGame } from '../../game/kept/kept_games';
import { recordOfKept } from '../../game/kept/kept_record';
import type { Ended, PlayerView, SeatView } from '../../game/model';
import { playerView } from '../../game/players/player_view';
import { endedOf } from '../../game/reasons/reported_end';
import { refusedText } from '../../game/reasons/refused_text';
import type { ServerSnapshot } from '../../wire';

/** A game that was played, as far as its players and its end go. */
export interface Played {
  readonly back?: string; // the page of the game, where it has one here
  readonly occasion?: string; // event, place and date, where a record tells them
  readonly result?: string; // as a record writes it
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
    return seatOf(at, name, player && playerView(player), ended?.outcome.standings[at]?.place ?? 0);
  });
  return { back: `/match/${match}`, seats, ended, own: seat };
}

/** A game of this device as the record that it would be saved as. */
export function keptRecord(rules: Rules, game: KeptGame): GameRecord {
  const started = rules.start(game.token, game.start);
  if (!started.ok) throw new Error(refusedText(rules, started));
  const { seats } = started.value;
  const seatNames = Array.from({ length: seats }, (_, seat) => started.value.seatName(seat));
  const isStar = started.value.layout().shape === 'star';
  started.value.free();
  const draft = recordOfKept(game, { isStar, seatNames, levels: rules.levels(), person: preferences.value.name });
  return { token: game.token, gameType: '', start: game.start, result: '*', tags: draft.tags ?? [], places: draft.places ?? [], moves: draft.moves };
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
