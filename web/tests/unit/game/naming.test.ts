import { expect, test } from 'vitest';
import { gameName } from '../../../src/pages/lobby/naming';

test('a game is named with its options in words', () => {
  expect(gameName('american')).toBe('American checkers');
  expect(gameName('sternhalma:players=6,goal=closed')).toBe('Chinese checkers (Players: 6; Leaving the goal: Not allowed)');
});
