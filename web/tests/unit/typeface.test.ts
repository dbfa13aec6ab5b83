// The typeface's letters are those that the page's own texts need, and a board never waits for them.
import { expect, test } from 'vitest';
import { isBoard, lettersOf } from '../../src/app/typeface';
import { textsOf, translations } from '../../tools/translations.mjs';

test('has every letter of every text', () => {
  const has = (letter: string) => lettersOf.some(([first, last]) => letter.charCodeAt(0) >= first && letter.charCodeAt(0) <= last);
  const missing = new Set<string>();
  for (const language of ['en', ...translations()]) {
    for (const letter of JSON.stringify(textsOf(language))) if (/\p{Letter}/u.test(letter) && !has(letter)) missing.add(letter);
  }
  expect([...missing]).toEqual([]);
});

test.each([
  ['/here/american', true],
  ['/match/abc', true],
  ['/analysis', true],
  ['/', false],
  ['/lobby', false],
  ['/heretics', false],
])('%s is a board: %s', (path, is) => expect(isBoard(path)).toBe(is));
