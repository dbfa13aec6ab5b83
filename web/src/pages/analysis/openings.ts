// Knows what the openings of American checkers are called. Does not know how a game is played on from there.
//
// The names are those of the field. The seven first moves: the Irish Draughts Association's page on openings. Three moves: the
// American Checker Federation's ballots, as the program CheckerBoard lists them with their names. Longer ones: J. Lees' guide
// of 1893 and the tables made after it, such as startcheckers.com's. A name is a name in every language.
import type { TreeNode } from '../../game/game_tree';

const named = `
9-13: Edinburgh
9-13 22-18 6-9: Dreaded Edinburgh
9-13 22-18 10-14: Inferno
9-13 22-18 11-15: Edinburgh Single
9-13 22-18 11-16: Wilderness I
9-13 23-18 11-16: Wilderness II
9-13 24-20 11-16: Twilight Zone
9-14: Double Corner
9-14 22-17 11-15 25-22 15-19: Double Corner Dyke
9-14 23-18 14-23: Double Cross
9-14 23-19 10-15: Rattlesnake
10-14: Denny
10-14 22-17 9-13: Black Hole
10-14 22-17 11-16: Gemini I
10-14 22-18 7-10: Fraser’s Inferno
10-14 22-18 12-16: White Doctor
10-14 23-19 7-10: Diabolical Denny
10-15: Kelso
10-15 21-17 7-10: Octopus
10-15 21-17 9-13: Tyne
10-15 22-17 9-14: Nutcracker
10-15 22-17 15-19: Skull-Cracker
10-15 23-18: Kelso Cross
10-15 23-19 11-16: Gemini II
11-15: Old Faithful
11-15 21-17: Switcher
11-15 22-17 8-11 17-13 4-8 25-22: Douglas
11-15 22-17 8-11 17-13 15-18: Maid of the Mill
11-15 22-17 8-11 17-14: White Dyke
11-15 22-17 8-11 25-22: Pioneer
11-15 22-17 9-13 17-14: Boston
11-15 22-17 9-13 24-20: Wagram
11-15 22-17 15-19: Dyke
11-15 22-18: Single Corner
11-15 23-18: Cross
11-15 23-18 8-11 18-14: Waterloo
11-15 23-18 8-11 27-23 11-16: Slip Cross
11-15 23-19 8-11 22-17 3-8: Alma
11-15 23-19 8-11 22-17 4-8: Old Fourteenth
11-15 23-19 8-11 22-17 9-13: Laird and Lady
11-15 23-19 8-11 22-17 9-13 17-14 10-17 19-10 7-14: Black Doctor
11-15 23-19 8-11 22-17 9-13 25-22: Laird and Lady Refused
11-15 23-19 8-11 22-17 11-16: Glasgow
11-15 23-19 8-11 22-17 15-18: Centre
11-15 23-19 8-11 22-18: Tillicoultry
11-15 23-19 8-11 26-23: Nailor
11-15 23-19 9-13: Will o’ the Wisp
11-15 23-19 9-14 22-17 5-9: Fife
11-15 23-19 9-14 22-17 6-9: Souter
11-15 23-19 9-14 22-17 7-11: Whilter
11-15 23-19 9-14 27-23: Defiance
11-15 24-19: Second Double Corner
11-15 24-20: Ayrshire Lassie
11-16: Bristol
11-16 21-17 10-14: Shark
11-16 22-18: Millbury
11-16 22-18 10-15: Cheetah
11-16 23-18: Bristol Cross
11-16 23-19 16-23: Black Widow
11-16 24-19: Paisley
12-16: Dundee
12-16 24-20 10-15: Skunk
`;

const openings: ReadonlyMap<string, string> = new Map(
  named
    .trim()
    .split('\n')
    .map((line) => line.split(': ') as [moves: string, name: string]),
);

/** The lines that have a name. */
export const namedLines: readonly string[] = [...openings.keys()];

const longest = Math.max(...namedLines.map((line) => line.split(' ').length));

/** A move as it stands in the list: where it begins and ends. */
const written = (text: string): string => {
  const squares = text.split(/[-x]/);
  return `${squares[0] ?? ''}-${squares[squares.length - 1] ?? ''}`;
};

/** What the opening of these moves is called: the longest beginning that has a name. */
export function openingOf(moves: readonly string[]): string | undefined {
  for (let length = Math.min(moves.length, longest); length > 0; length -= 1) {
    const name = openings.get(moves.slice(0, length).map(written).join(' '));
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The opening of the line on which a position stands: the moves that led to it, then those that follow first. */
export function openingAt(token: string, start: string | null, at: TreeNode): string | undefined {
  if (token !== 'american' || start !== null) return undefined; // names of this game, from its own start
  const moves: string[] = [];
  for (let node: TreeNode | null = at; node !== null && node.parent !== null; node = node.parent) moves.unshift(node.text);
  for (let next = at.children[0]; next !== undefined && moves.length < longest; next = next.children[0]) moves.push(next.text);
  return openingOf(moves);
}
