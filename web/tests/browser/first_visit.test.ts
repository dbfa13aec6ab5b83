// A first visit is small: what a board needs over the wire, and what pages without one do not load.
import { expect, it } from 'vitest';
import { firstVisit } from './support/first_visit';
import type { House } from './support/house';
import { keepHouse } from './support/kept_house';

let house: House;

keepHouse((opened) => (house = opened));

it.each(['/here/american', '/here/sternhalma'])('less than 150 kB bring %s, with the headers of the answers', async (path) => {
  const { wire, files } = await firstVisit(house, path, '.board-cell-own');
  expect(files.filter((file) => file.endsWith('.wasm'))).toHaveLength(1);
  expect(wire).toBeLessThan(150_000);
});

it.each([
  ['/games', 'h1'],
  ['/account', 'form'],
  ['/player/nobody', 'h1'],
])('%s loads no table', async (path, sign) => {
  const { files } = await firstVisit(house, path, sign);
  expect(files.filter((file) => file.includes('/frame-'))).not.toEqual([]);
  expect(files.filter((file) => file.includes('/table-'))).toEqual([]);
});
