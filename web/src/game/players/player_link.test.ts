import { expect, test } from 'vitest';
import { playerPath } from './player_link';
import { ratingText } from './rating_text';

test('an account has a page, whatever its name is', () => {
  expect(playerPath({ id: 'p1', name: 'Bob', kind: 'account' })).toBe('/player/Bob');
  expect(playerPath({ id: 'p1', name: 'a/b?c', kind: 'account' })).toBe('/player/a%2Fb%3Fc');
});

test('a guest, a computer and a deleted account have none', () => {
  expect(playerPath({ id: 'p1', name: 'Bob', kind: 'guest' })).toBeUndefined();
  expect(playerPath({ id: 'casual', name: 'Casual', kind: 'engine' })).toBeUndefined();
  expect(playerPath({ id: 'deleted', name: 'Deleted account', kind: 'account' })).toBeUndefined();
});

test('a rating that is not sure yet has a question mark', () => {
  expect([ratingText(1742, true), ratingText(1742, false), ratingText(1742)]).toEqual(['1742?', '1742', '1742']);
});
