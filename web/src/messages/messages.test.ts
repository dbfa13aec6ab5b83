import { describe, expect, test } from 'vitest';
import english from './en/messages';
import { format, languages, preferredLanguage, say, speak, type Message } from './messages';
import { writingOf } from './writing';

const folders = import.meta.glob<Record<string, Message>>('./*/messages.ts', { eager: true, import: 'default' });

const lines = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message));
const names = (text: string): string[] => [...new Set([...text.matchAll(/\{(?:az |nth )?(\w+)\}/gi)].map((found) => found[1] ?? ''))].sort();

describe.each(Object.keys(languages))('the messages in %s', (name) => {
  const messages = folders[`./${name}/messages.ts`] ?? {};

  test('are all there, and no others, in the same order', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(english));
  });

  test.each(Object.keys(english))('%s', (word) => {
    const message = messages[word];
    const original = (english as Record<string, Message>)[word];
    expect(message, 'is translated').toBeDefined();
    if (message === undefined || original === undefined) return;
    expect(typeof message, 'has plural forms where the English has').toBe(typeof original);
    const wanted = names(lines(original).join(' '));
    for (const line of lines(message)) {
      expect(line.trim(), 'says something').not.toBe('');
      for (const used of names(line)) expect(wanted, `${word}: {${used}}`).toContain(used);
    }
    expect(names(lines(message).join(' ')), 'uses the same values').toEqual(wanted);
    if (typeof message !== 'string') {
      const categories = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
      expect(Object.keys(message).sort(), 'has every plural form of its language').toEqual([...categories].sort());
    }
  });
});

test('a count chooses its plural form, and is written as the language does', () => {
  const writing = writingOf('is');
  const message = { one: '{count} reitur', other: '{count} reitir' };
  expect(format(message, { count: 1 }, writing)).toBe('1 reitur');
  expect(format(message, { count: 21 }, writing)).toBe('21 reitur');
  expect(format(message, { count: 11 }, writing)).toBe('11 reitir');
  expect(format(message, { count: 1234 }, writing)).toBe('1.234 reitir');
});

test('a place is written as the language counts: 2nd, 2. hely, ika-2', () => {
  const place = (language: string, value: number) => format(folders[`./${language}/messages.ts`]?.['table.place'] ?? '', { place: value }, writingOf(language));
  expect([1, 2, 3, 4, 11, 12, 13, 21].map((value) => place('en', value))).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st']);
  expect(['hu', 'is', 'fil'].map((language) => place(language, 2))).toEqual(['2. hely', '2. sæti', 'Ika-2 puwesto']);
  const number = (language: string) => format(folders[`./${language}/messages.ts`]?.['table.place.number'] ?? '', { place: 3 }, writingOf(language));
  expect(['en', 'hu', 'is', 'fil'].map(number)).toEqual(['3rd', '3.', '3.', 'ika-3']);
});

test('the language is the first of the browser that the page speaks', () => {
  expect(preferredLanguage(['de-AT', 'hu-HU', 'en'])).toBe('hu');
  expect(preferredLanguage(['tl-PH'])).toBe('fil');
  expect(preferredLanguage(['de'])).toBe('en');
});

test('speaking another language changes what is said', async () => {
  const before = say('nav.analysis');
  await speak('hu');
  expect(say('nav.analysis')).not.toBe(before);
  await speak('en');
  expect(say('nav.analysis')).toBe(before);
});
