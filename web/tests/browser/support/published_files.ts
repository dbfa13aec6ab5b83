// Knows a few files as `crownstar export --games` and others publish them; does not know what is looked for in them.
import type { TestServer } from './test_server';

const fields = [
  { name: 'id', type: 'string', description: 'of the game, also the record’s tag GameId' },
  { name: 'result', type: 'string', description: 'as PDN counts it, the first mover first; places on the star' },
];

/** Two months of games, a deck of puzzles, and what describes them. */
export function publishFiles(server: TestServer): void {
  for (const month of ['2026-10', '2026-11']) {
    for (const form of ['pdn', 'csv', 'ndjson', 'parquet']) server.publish(`games-${month}.${form}`, `${form} of ${month}\n`.repeat(1000));
  }
  server.publish('puzzles-flying-king.csv', 'id,game,position,moves,effort,gives,takes\n');
  server.publish('samples-american.parquet', 'PAR1');
  server.publish('everything-there-is-of-this-site-in-one-packed-file.zip', 'PK');
  server.publish(
    'datapackage.json',
    JSON.stringify({
      licenses: [{ name: 'CC0-1.0', title: 'CC0 1.0 Universal', path: 'https://creativecommons.org/publicdomain/zero/1.0/' }],
      resources: [{ path: 'games-2026-11.csv', schema: { fields } }, { path: 'puzzles-flying-king.csv', schema: { fields: [fields[0]] } }],
    }),
  );
}
