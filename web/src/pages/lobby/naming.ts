// Knows how games, clocks and players are called in lists; refuses to know which lists.
import { nameAtSeat } from '../../game/computer';
import { say, sayIfKnown } from '../../messages/messages';
import type { Clock, MatchSummary } from '../../wire';
import { shortClock } from '../new_game/clocks';

/** `hop=super` in the player's words, `players=6` as short as it is said. */
function optionText(option: string): string {
  const [key = '', value = ''] = option.split('=', 2);
  if (key === 'players') return say('home.players.count', { count: Number(value) });
  return `${sayIfKnown(`option.${key}`, key)}: ${sayIfKnown(`option.${key}.${value}`, value)}`;
}

export function gameName(token: string): string {
  const [id = '', options] = token.split(':');
  const name = sayIfKnown(`game.${id}`, id);
  return options === undefined ? name : `${name} (${options.split(',').map(optionText).join('; ')})`;
}

export function clockName(clock: Clock | undefined): string {
  return shortClock(clock ?? { kind: 'none' }, say('lobby.untimed'), (count) => say('table.days', { count }));
}

/** Who sits there; how many are still missing stands beside it. A player who is gone from a game that runs is a dash. */
export function playersText(match: MatchSummary): string {
  const seats = match.phase === 'waiting' ? match.seats.filter((seat) => seat.player !== undefined) : match.seats;
  return seats.map((seat) => nameAtSeat(seat.player)).join(' – ') || '–';
}
