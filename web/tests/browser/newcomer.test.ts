// The first game of each kind, as tests/bare plays it on a bare machine: it must not fail there for what has changed here.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { House } from './house';
import { keepHouse } from './kept_house';

let house: House;
keepHouse((opened) => (house = opened));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crownstar-newcomer-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function newcomer(task: 'play' | 'find'): Promise<string[]> {
  const script = new URL('../../../tests/bare/plays.mjs', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [script, task, house.address, join(folder, 'tables.json')]);
  return stdout.trim().split('\n').map((line) => line.replace(/: .*,/, ':'));
}

it('plays a move of each of the three games, and finds them after loading anew and in another browser', async () => {
  const kept = ['american: still there', 'flying-king: still there', 'sternhalma: still there'];
  expect(await newcomer('play')).toEqual(kept);
  expect(await newcomer('find')).toEqual(kept);
});
