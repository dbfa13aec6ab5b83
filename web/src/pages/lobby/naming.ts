// Knows how games, clocks and players are called in lists; refuses to know which lists.
import { playerName } from '../../table/computer';
import { say, sayIfKnown } from '../../words/words';
import type { Clock, MatchSummary } from '../../wire';
import { shortClock } from '../new_game/clocks';

export function gameName(token: string): string {
  const [id = '', options] = token.split(':');
  const name = sayIfKnown(`game.${id}`, id);
  return options === undefined ? name : `${name} (${options.replaceAll(',', ', ')})`;
}

export function clockName(clock: Clock | undefined): string {
  return shortClock(clock ?? { kind: 'none' }, say('lobby.untimed'), (count) => say('table.days', { count }));
}

export function playersText(match: MatchSummary): string {
  return match.seats.map((seat) => seat.player === undefined ? '–' : playerName(seat.player)).join(' – ');
}
