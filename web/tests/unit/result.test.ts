import { expect, test } from 'vitest';
import { placesOf, wentFor } from '../../src/pages/games/result';

test.each([
  ['1-0', 0, 'won'],
  ['1-0', 1, 'lost'],
  ['0-2', 1, 'won'],
  ['1/2-1/2', 0, 'drawn'],
  ['1-1', 1, 'drawn'],
  ['1-2', 1, 'lost'],
  ['2-1-3', 1, 'won'],
  ['2-1-3', 2, { place: 3, of: 3 }],
  ['1-2-1-2', 2, 'won'],
  ['*', 0, undefined],
  ['0-0', 0, undefined],
  ['', 0, undefined],
] as const)('%s for seat %i', (result, seat, went) => {
  expect(wentFor(placesOf(result), seat)).toEqual(went);
});
