import { expect, test } from 'vitest';
import { icelandic } from './is/writing';
import { teachWriting, writingBy, writingOf, type OwnWriting } from './writing';

const own = import.meta.glob<OwnWriting>('./*/writing.ts', { eager: true, import: 'writing' });
for (const [path, writing] of Object.entries(own)) teachWriting(path.split('/')[1] ?? '', writing);

const when = new Date(2026, 10, 21, 9, 5);

test('Icelandic is written as by a browser that knows it', () => {
  const [written, known] = [writingBy('is', icelandic), writingOf('is')];
  for (const value of [0, 7, 1234, 1234.5, -12]) expect(written.number(value)).toBe(known.number(value));
  for (const parts of [[], ['a'], ['a', 'b'], ['a', 'b', 'c']]) expect(written.list(parts)).toBe(known.list(parts));
});

test('its dates name the month, and the hours go to 24', () => {
  expect(writingBy('is', icelandic).date(when, { dateStyle: 'medium', timeStyle: 'short' })).toBe('21. nóv. 2026, 09:05');
  expect(writingBy('is', icelandic).date(when, { dateStyle: 'medium' })).toBe('21. nóv. 2026');
  expect(writingBy('is', icelandic).date(new Date(2026, 4, 1, 23, 59), { timeStyle: 'short' })).toBe('23:59');
});

test.each([
  ['en', /Nov 21, 2026/, 'a, b, and c'],
  ['hu', /2026\. nov\. 21\./, 'a, b és c'],
  ['is', /21\. nóv\. 2026/, 'a, b og c'],
  ['fil', /Nob 21, 2026/, 'a, b, at c'],
])('in %s a date and a list are those of the language', (language, date, list) => {
  expect(writingOf(language).date(when, { dateStyle: 'medium' })).toMatch(date);
  expect(writingOf(language).list(['a', 'b', 'c'])).toBe(list);
});

test.each(['en', 'hu', 'is', 'fil'])('plurals and numbers of %s are those that the browser knows', (language) => {
  const [writing, plurals, numbers] = [writingOf(language), new Intl.PluralRules(language), new Intl.NumberFormat(language)];
  for (const value of [...Array.from({ length: 1250 }, (_, at) => at), 1_000_000, 1.5, 0.1, -1, -12]) {
    expect([value, writing.plural(value), writing.number(value)]).toEqual([value, plurals.select(value), numbers.format(value)]);
  }
});

test('decimals are those of the language', () => {
  expect(['en', 'hu', 'is', 'fil'].map((language) => writingOf(language).number(1.5, 2))).toEqual(['1.50', '1,50', '1,50', '1.50']);
  expect(writingBy('is', icelandic).number(0.35, 2)).toBe('0,35');
});
