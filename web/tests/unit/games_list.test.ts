import { expect, test } from 'vitest';
import { gameName } from '../../src/pages/lobby/naming';
import { namesOnce } from '../../src/pages/games/items';

test('five computers of one level are named once', () => {
  expect(namesOnce(['Ada'])).toEqual(['Ada']);
  expect(namesOnce(['Casual', 'Casual', 'Casual', 'Casual', 'Casual'])).toEqual(['5 × Casual']);
  expect(namesOnce(['Casual', 'Ada', 'Casual', '–'])).toEqual(['2 × Casual', 'Ada', '–']);
  expect(namesOnce([])).toEqual([]);
});

test('how many play is said as people say it', () => {
  expect(gameName('sternhalma')).toBe('Chinese checkers');
  expect(gameName('sternhalma:players=6')).toBe('Chinese checkers (6 players)');
  expect(gameName('sternhalma:players=3,hop=super')).toBe('Chinese checkers (3 players; Hops: Long hops over a single piece)');
});
