// Knows how a game of this device is written into the address under which others see it, and how it is read from there.
// A star's address tells who left, and after which move, as `2@14` or `2@14-time`: without that the moves are not legal.
import type { RecordMove } from '../../rules/types';
import type { KeptGame } from './kept_games';
import { movesOf } from './kept_record';
import { olderToken, plainToken } from './older_games';

const seatLeft = /^(\d{1,3})@(\d{1,6})(-time)?$/;

export function linkOf({ token, start, moves, resigned }: KeptGame, isStar: boolean): string {
  const out = isStar ? resigned.map(({ seat, ply, isByTime }) => `${seat + 1}@${ply}${isByTime === true ? '-time' : ''}`) : [];
  const asked = new URLSearchParams({
    ...(start === null ? {} : { position: start }),
    moves: moves.join(' '),
    ...(out.length === 0 ? {} : { out: out.join(' ') }),
  });
  const told = out.length === 0 ? token : plainToken(token);
  return `/analysis/${encodeURIComponent(told)}?${asked.toString()}`;
}

/** The game of an address: where somebody left and it does not say what became of the pieces, they stayed (CC-22). */
export const tokenOfLink = (token: string, asked: URLSearchParams): string => (asked.has('out') ? olderToken(token) : token);

const wordsOf = (text: string | null): readonly string[] => text?.split(' ').filter(Boolean) ?? [];

/** The moves of an address, and who left among them. What tells of nobody stands last, as what nobody can play. */
export function movesOfLink(asked: URLSearchParams): readonly RecordMove[] {
  const moves = wordsOf(asked.get('moves'));
  const resigned: KeptGame['resigned'][number][] = [];
  const vain: RecordMove[] = [];
  for (const text of wordsOf(asked.get('out'))) {
    const [, seat, ply, time] = seatLeft.exec(text) ?? [];
    if (seat === undefined || Number(ply) > moves.length) vain.push({ move: text });
    else resigned.push({ seat: Number(seat) - 1, ply: Number(ply), isByTime: time !== undefined });
  }
  return [...movesOf({ moves, resigned }, true), ...vain];
}
