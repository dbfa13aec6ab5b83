import { beforeAll, expect, test } from 'vitest';
import { namedLevels, seatOfSide, starPlayers, starToken } from '../../src/app/beginning';
import { featuredGames, otherGames } from '../../src/game/offered_games';
import { levelIds } from '../../src/rules/level_ids';
import type { Rules } from '../../src/rules/types';
import { testRules, value } from './rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await testRules();
});

test('the levels that are offered are those of the rules, in their order', () => {
  const known = rules.levels().map(({ id }) => id);
  expect(levelIds).toEqual(known);
  expect(known.filter((id) => namedLevels.includes(id))).toEqual(namedLevels);
});

test('every game of the rules is offered, and no other', () => {
  const known = rules.catalog().map(({ id }) => id);
  expect([...featuredGames, ...otherGames].sort()).toEqual([...known].sort());
});

test('one sits where the pieces of the chosen side are', () => {
  for (const [token, light] of [['american', 1], ['flying-king', 0]] as const) {
    const game = value(rules.start(token));
    expect(seatOfSide(game, 'light'), token).toBe(light);
    expect(seatOfSide(game, 'dark'), token).toBe(1 - light);
    expect(seatOfSide(game, 'random'), token).toBeUndefined();
    game.free();
  }
});

test('a star for each number of players that is offered', () => {
  for (const players of starPlayers) {
    const game = value(rules.start(starToken(players)));
    expect(game.seats).toBe(players);
    game.free();
  }
});
