// Knows how games and clocks are called in lists; does not know which lists.
import { say, sayIfKnown } from '../../messages/messages';
import type { Clock } from '../../wire';
import { shortClock, type ClockWords } from '../new_game/clocks';
import { lengthOfTime } from './waiting';

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
  const words: ClockWords = {
    untimed: say('lobby.untimed'),
    days: (count) => say('table.days', { count }),
    turn: (ms) => say('lobby.turn', { time: lengthOfTime(ms) }),
  };
  return shortClock(clock ?? { kind: 'none' }, words);
}
