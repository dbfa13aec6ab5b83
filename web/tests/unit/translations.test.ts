// A translation is looked at again when its English has changed.
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
  expect(Object.keys(textsOf('en'))).toEqual(expect.arrayContaining(['nav.home', 'rules/AM-7', 'rules/lead.thai']));
});
