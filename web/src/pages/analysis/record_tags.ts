// Knows what a record's tags say of a game: who played, what it came to, where and when.
// Does not know its moves and how all that is shown.
import type { GameRecord } from '../../rules/types';
import type { Ended, SeatView } from '../../game/model';
import { dateText } from '../../game/record_date';
import { seatTag, sideTag } from '../../game/players/seat_tags';
import type { Played } from './review';

const unsaid = /^(?:\?*|-|\?{4}(?:\.\?\?){0,2})$/;

function tagsOf(record: Pick<GameRecord, 'tags'>): (name: string) => string {
  const known = new Map(record.tags.map(([name, value]) => [name.toLowerCase(), value.trim()] as const));
  return (name) => {
    const value = known.get(name.toLowerCase()) ?? '';
    return unsaid.test(value) ? '' : value;
  };
}

/** `Casual game, Crownstar, 2026.11.22`: what of it is said. */
export function occasionOf(record: Pick<GameRecord, 'tags'>): string {
  const tag = tagsOf(record);
  return [tag('Event'), tag('Round'), tag('Site'), dateText(tag('Date'))].filter((part) => part !== '').join(' · ');
}

/** The players as the seats know them; nothing where a record names nobody and tells no result. */
export function playedInRecord(record: Pick<GameRecord, 'tags' | 'places' | 'result'>, seatNames: readonly string[]): Played | undefined {
  const tag = tagsOf(record);
  const isTwo = seatNames.length === 2;
  const seats = seatNames.map((name, seat): SeatView => {
    const tagged = tag(seatTag(seat)) === '' && isTwo ? sideTag(name) : seatTag(seat);
    const rating = Number.parseInt(tag(`${tagged}Rating`), 10);
    const who = tag(tagged);
    // A name in a record is nobody's account here, and so has no page.
    const player = who === '' ? undefined : { id: '', name: who, kind: 'guest' as const, rating: rating > 0 ? rating : undefined };
    return { seat, name, player, isMine: false, isThere: true, place: record.places[seat] ?? 0, isOut: false };
  });
  const occasion = occasionOf(record);
  const hasResult = record.result !== '*' && record.result !== '';
  if (occasion === '' && !hasResult && seats.every(({ player }) => player === undefined)) return undefined;
  return { seats, ended: endedIn(record, tag('Termination')), own: undefined, occasion, result: hasResult ? record.result : '' };
}

/** A record says who won and seldom how. */
function endedIn({ places }: Pick<GameRecord, 'places'>, termination: string): Ended | null {
  if (places.length === 0) return null;
  const ending = termination === 'time forfeit' ? 'time' : 'unsaid';
  const standings = places.map((place) => ({ place, rule: '', reason: '' }));
  const isDraw = places.every((place) => place === 1);
  return { ending, outcome: { isOver: true, isDraw, rule: '', reason: '', standings } };
}
