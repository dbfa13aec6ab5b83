// A translation is looked at again when its English has changed.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { staleIn, sumOf, textsOf, translations } from '../../tools/translations.mjs';
import { languages } from '../../src/messages/messages';

test('every folder is a language', () => {
  expect(['en', ...translations()].sort()).toEqual(Object.keys(languages).sort());
});

test.each(translations())('what is said in %s was translated from the English as it is', (language) => {
  // Look at each of these in that language, then: npm run translations -- looked LANGUAGE
  expect(staleIn(language)).toEqual([]);
});

test('a changed, a new and a removed English text are seen', () => {
  const english = { kept: 'Play', changed: 'Resign?', fresh: { one: '{count} move', other: '{count} moves' } };
  const seen = { kept: sumOf('Play'), changed: sumOf('Really resign?'), gone: sumOf('Stop') };
  expect(staleIn('hu', english, seen)).toEqual(['changed', 'fresh', 'gone']);
});

test('the texts of the rules pages are among them', () => {
  expect(Object.keys(textsOf('en'))).toEqual(expect.arrayContaining(['nav.analysis', 'rules/AM-7', 'rules/lead.thai']));
});

test.each(translations())('the folder of %s asks for no code of the page, which waits for it before it has begun', (language) => {
  const folder = new URL(`../../src/messages/${language}/`, import.meta.url);
  const code = readdirSync(folder).filter((name) => /(?<!test)\.ts$/.test(name));
  expect(code).toContain('messages.ts');
  for (const name of code) expect([name, readFileSync(new URL(name, folder), 'utf8')]).not.toEqual([name, expect.stringMatching(/^import (?!type\b).*'\.\.\//m)]);
});
