// Knows that the tests of a file share one house: opened before the first, emptied after each, closed after the last; and
// that no page complained. Does not know what is tested.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { House } from './house';

/** Gives the house to the file before its tests run. */
export function keepHouse(give: (house: House) => void): void {
  let house: House | undefined;
  beforeAll(async () => {
    house = await House.open();
    give(house);
  });
  afterEach(async () => {
    expect(await house?.empty()).toEqual([]);
  });
  afterAll(() => house?.close());
}
