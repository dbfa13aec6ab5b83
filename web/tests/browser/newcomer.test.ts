// The first game of each kind, as tests/bare plays it on a bare machine: it must not fail there for what has changed here.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { House } from './house';
import { keepHouse } from './kept_house';

let house: House;
keepHouse((opened) => (house = opened));

it('plays a move of each of the three games, and finds it after loading anew', async () => {
  const script = new URL('../../../tests/bare/plays.mjs', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [script, house.address]);
  expect(stdout.trim().split('\n').map((line) => line.replace(/: .*,/, ':'))).toEqual([
    'american: and still there',
    'flying-king: and still there',
    'sternhalma: and still there',
  ]);
});
