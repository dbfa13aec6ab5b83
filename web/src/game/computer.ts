// Knows what the computer is called at each of its levels, and how it is said to play there.
// Does not know which levels there are: the rules and the server tell.
import type { Family, Level } from '../rules/types';
import { say, sayIfKnown } from '../messages/messages';

export function levelName(id: string, otherwise = id): string {
  return sayIfKnown(`level.${id}`, otherwise);
}

/** How it plays games of that family, in a line; the program's own words where the page has none. */
export function levelAbout(level: Level, family: Family): string {
  return sayIfKnown(`level.${level.id}.${family}`, level.description);
}

/** At a table each computer has a name of its own, by its seat; the same in every language. */
const botNames = ['Otto', 'Mira', 'Juno', 'Pip', 'Vera', 'Hugo'] as const;

export function botName(seat: number): string {
  return botNames[seat % botNames.length] ?? botNames[0];
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** A player's name; the computer's says at which level it plays, in the language of the page. */
export function playerName(player: Named): string {
  return player.kind === 'engine' ? computerName(player.id, player.name) : player.name;
}

/** The same in a list of seats, where a dash is a seat that nobody has. */
export function nameAtSeat(player: Named | undefined): string {
  return player === undefined ? '–' : playerName(player);
}

export function computerName(level: string, otherwise = level): string {
  return say('table.computer.level', { level: levelName(level, otherwise) });
}
