// Knows how a game went for one of its players, from how its result is written, and what stands between two players; refuses to
// know how that is said.
import type { MatchSummary } from '../../wire';

export type Went = 'won' | 'lost' | 'drawn' | { readonly place: number; readonly of: number };

const ofTwo: Readonly<Record<string, readonly number[]>> = {
  '1-0': [1, 2],
  '2-0': [1, 2],
  '0-1': [2, 1],
  '0-2': [2, 1],
  '1/2-1/2': [1, 1],
};

/** Places by seat: `1-0`, or the places of a star themselves, `2-1-3`. None where nothing was decided. */
export function placesOf(result: string): readonly number[] {
  const known = ofTwo[result];
  if (known !== undefined) return known;
  const places = /^\d(-\d)+$/.test(result) ? result.split('-').map(Number) : [];
  return places.every((place) => place > 0) ? places : [];
}

export function wentFor(places: readonly number[], seat: number): Went | undefined {
  const place = places[seat];
  if (place === undefined || place === 0) return undefined;
  if (places.every((each) => each === place)) return 'drawn';
  if (place === 1) return 'won';
  return places.length === 2 ? 'lost' : { place, of: places.length };
}

/** Where that player sits; undefined where they do not. */
export function seatOf(match: Pick<MatchSummary, 'seats'>, player: string): number | undefined {
  const seat = match.seats.findIndex((one) => one.player?.id === player);
  return seat < 0 ? undefined : seat;
}

/** Wins, losses and draws of the reader among games of two. */
export interface Score {
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
}

/** Against that player; undefined where no such game has a result. */
export function scoreAgainst(matches: readonly MatchSummary[], player: string): Score | undefined {
  const score = { won: 0, lost: 0, drawn: 0 };
  for (const match of matches) {
    if (match.phase !== 'over' || match.seats.length !== 2 || match.seat === undefined) continue;
    if (match.seats[1 - match.seat]?.player?.id !== player) continue;
    const went = wentFor(placesOf(match.result ?? ''), match.seat);
    if (typeof went === 'string') score[went] += 1;
  }
  return score.won + score.lost + score.drawn === 0 ? undefined : score;
}
