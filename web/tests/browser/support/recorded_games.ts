// Knows a few games as a book of games has them, for collections of tests; does not know what is looked for in them.

const record = (tags: Readonly<Record<string, string>>, moves: string): string =>
  `${Object.entries({ ...tags, GameType: '21' }).map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n${moves} ${tags['Result'] ?? '*'}\n`;

/** Five games of American draughts by Ann Lee, Ben Old and Cécile. */
export const recordedGames = [
  record({ Event: 'City match', Date: '1931.05.02', White: 'Ann Lee', Black: 'Ben Old', Result: '1-0' }, '1. 11-15 23-19 2. 8-11 22-17 3. 4-8'),
  record({ Event: 'City match', Date: '1932.??.??', White: 'Ben Old', Black: 'Ann Lee', Result: '1/2-1/2' }, '1. 11-15 23-19 2. 8-11 26-23'),
  record({ Event: 'National', Date: '1950.01.01', White: 'Cécile', Black: 'Ann Lee', Result: '0-1' }, '1. 11-15 22-18 2. 15x22 25x18'),
  record({ Event: 'National', Date: '1951.01.01', White: 'Cécile', Black: 'Ben Old', Result: '0-1' }, '1. 9-14 22-18 2. 5-9 25-22'),
  record({ Event: 'National', Date: '1952.01.01', White: 'Ben Old', Black: 'Cécile', Result: '1-0' }, '1. 11-15 23-19 2. 9-14 27-23'),
].join('\n');

/** More games than a page of the list has, no two the same. */
export function manyGames(count: number): string {
  return Array.from({ length: count }, (_, at) => record({ Event: `Round ${at + 1}`, Date: '1960', White: `Player ${at + 1}`, Black: 'Dan', Result: '1-0' }, '1. 11-15 23-19')).join('\n');
}
