// Knows how a game kept on this device is written as a record: who played, when, how it ended, as the server writes its own.
// Does not know how a record is put into words, which is the rules' own.
import type { Level, RecordDraft, RecordMove } from '../../rules/types';
import { seatTag, sideTag } from '../players/seat_tags';
import type { KeptGame } from './kept_games';

export interface RecordDetails {
  readonly isStar: boolean;
  readonly seatNames: readonly string[]; // the game's: Red, White
  readonly levels: readonly Level[]; // with their names in a record, which are English
  readonly person: string; // who sits at this screen, where it is one; '' unnamed
}

function nameOf(game: KeptGame, { levels, person }: RecordDetails, seat: number): string {
  const level = game.levels[seat] ?? '';
  if (level !== '') return `Computer (${levels.find(({ id }) => id === level)?.name ?? level})`;
  return game.levels.filter((one) => one === '').length === 1 && person !== '' ? person : '?';
}

function dateOf(when: Date): string {
  return [when.getFullYear(), when.getMonth() + 1, when.getDate()].map((part) => String(part).padStart(2, '0')).join('.');
}

function terminationOf({ isOver, resigned }: KeptGame): string {
  if (!isOver) return 'unterminated';
  return resigned.at(-1)?.isByTime === true ? 'time forfeit' : 'normal';
}

/** Where a seat's leaving ends the game at once, the result says it; in a star the others play on. */
export function movesOf({ moves, resigned }: Pick<KeptGame, 'moves' | 'resigned'>, isStar: boolean): readonly RecordMove[] {
  if (!isStar) return moves.map((move) => ({ move }));
  return Array.from({ length: moves.length + 1 }, (_, ply) => {
    const leaving = resigned
      .filter((one) => one.ply === ply)
      .map(({ seat, isByTime }): RecordMove => ({ leaves: seat, leaving: isByTime === true ? 'ran out of time' : 'resigned' }));
    const move = moves[ply];
    return move === undefined ? leaving : [...leaving, { move }];
  }).flat();
}

export function recordOfKept(game: KeptGame, details: RecordDetails): RecordDraft {
  const players = details.seatNames.map((name, seat): readonly [string, string] => [details.isStar ? seatTag(seat) : sideTag(name), nameOf(game, details, seat)]);
  return {
    token: game.token,
    start: game.start,
    tags: [
      ['Event', 'Casual game'],
      ['Site', 'Crownstar'],
      ['Date', dateOf(new Date(game.begunAt))],
      ...players,
      ['Termination', terminationOf(game)],
      ['PlyCount', String(game.moves.length)],
    ],
    moves: movesOf(game, details.isStar),
    ...(game.isOver && game.places !== undefined ? { places: game.places } : {}),
  };
}
