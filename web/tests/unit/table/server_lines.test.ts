// What the site says in a chat is English there: the page knows each of these lines, and says it in the player's language.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { say, speak } from '../../../src/messages/messages';
import { serverLines, serverText, isOfServer } from '../../../src/table/server_lines';

const spoken = readFileSync(new URL('../../../../src/site/live/engines/engine_seats.cpp', import.meta.url), 'utf8');
const line = (text: string, id = '', isRemoved = false) => ({ id: 1, author: { id, name: 'Casual', kind: 'guest' as const }, text, at: 0, isRemoved });

afterAll(() => speak('en'));

test('the lines are those that the site says', () => {
  expect([...spoken.matchAll(/" cannot go on[^"]*"/g)].map(([quoted]) => quoted.slice(1, -1)).sort()).toEqual(Object.keys(serverLines).sort());
});

test.each(Object.entries(serverLines))('%s, in each language', async (end, key) => {
  for (const language of ['en', 'hu', 'is', 'fil']) {
    await speak(language);
    expect(serverText(line(`Casual${end}`))).toBe(say(key, { name: 'Casual' }));
    expect(serverText(line(`Casual${end}`))).toContain('Casual');
  }
});

test('what is not known is shown as it was said, and a player’s line is a player’s', () => {
  expect(serverText(line('Casual has lost its way'))).toBe('Casual has lost its way');
  expect(serverText(line('Somebody cannot go on and gives up its seat'))).toBe('Somebody cannot go on and gives up its seat');
  expect(isOfServer(line('Casual cannot go on and gives up its seat'))).toBe(true);
  expect(isOfServer(line('Casual cannot go on and gives up its seat', 'p1'))).toBe(false);
  expect(isOfServer(line('…', '', true))).toBe(false);
});
