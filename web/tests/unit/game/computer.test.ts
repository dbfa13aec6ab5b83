// The computer's levels come from the rules; the page has words for every one of them, in each language.
import { expect, test } from 'vitest';
import { levelAbout, levelName, playerName } from '../../../src/game/computer';
import { testRules } from '../rules/modules';

const messages = import.meta.glob<object>('../../../src/messages/*/messages.ts', { eager: true, import: 'default' });

test.each(Object.entries(messages))('every level of the rules has a name and a line for each family in %s', async (_, words) => {
  const rules = await testRules();
  const wanted = rules.levels().flatMap(({ id }) => [`level.${id}`, `level.${id}.draughts`, `level.${id}.star`]);
  expect(wanted.filter((word) => !Object.hasOwn(words, word))).toEqual([]);
});

test('a level that the page has no words for is called as the program calls it', () => {
  const level = { id: 'of-tomorrow', name: 'Of tomorrow', description: 'Nobody knows.' };
  expect(levelName(level.id, level.name)).toBe('Of tomorrow');
  expect(levelAbout(level, 'star')).toBe('Nobody knows.');
});

test('the computer is called so, with its level; people by their names', () => {
  expect(playerName({ id: 'steady', name: 'whatever the server says', kind: 'engine' })).toBe('Computer (Steady)');
  expect(playerName({ id: 'steady', name: 'Ada', kind: 'guest' })).toBe('Ada');
});
