// The typeface's letters are those that the page's own texts need, and a table never waits for them.
import { expect, test } from 'vitest';
import { isTable } from '../../src/app/typeface';
import { textsOf, translations } from '../../tools/translations.mjs';

/** What the file has: Latin-1's letters of the page's languages, and the two of Hungarian with double acutes. Any other letter, as
 *  names may have them, is another typeface's. */
const lettersOf = [
  [0x20, 0x7e], [0xa0, 0xa0], [0xab, 0xab], [0xb7, 0xb7], [0xbb, 0xbb], [0xbd, 0xbd], [0xc1, 0xc1], [0xc6, 0xc6], [0xc9, 0xc9], [0xcd, 0xcd],
  [0xd0, 0xd1], [0xd3, 0xd3], [0xd6, 0xd7], [0xda, 0xda], [0xdc, 0xde], [0xe1, 0xe1], [0xe6, 0xe6], [0xe9, 0xe9], [0xed, 0xed],
  [0xf0, 0xf1], [0xf3, 0xf3], [0xf6, 0xf6], [0xfa, 0xfa], [0xfc, 0xfe], [0x150, 0x151], [0x170, 0x171], [0x2013, 0x2014], [0x2018, 0x2019],
  [0x201c, 0x201e], [0x2026, 0x2026],
] as const;

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
  ['/analysis', false],
  ['/', false],
  ['/lobby', false],
  ['/heretics', false],
])('%s is a table: %s', (path, is) => expect(isTable(path)).toBe(is));
