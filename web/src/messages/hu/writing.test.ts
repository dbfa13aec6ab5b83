import { expect, test } from 'vitest';
import { format } from '../messages';
import { teachWriting, writingOf } from '../writing';
import hungarian from './messages';
import { hungarianArticle, writing as own } from './writing';

teachWriting('hu', own);

test.each([
  ['1', 'az'],
  ['2', 'a'],
  ['5', 'az'],
  ['11', 'a'],
  ['15', 'a'],
  ['50', 'az'],
  ['57', 'az'],
  ['100', 'a'],
  ['500', 'az'],
  ['1000', 'az'],
  ['1\u00a0000', 'az'],
  ['a1', 'az'],
  ['b4', 'a'],
  ['f6', 'az'],
  ['h8', 'a'],
  ['l10', 'az'],
  ['q17', 'a'],
  ['Anna', 'az'],
  ['Béla', 'a'],
  ['László', 'a'],
  ['Örs', 'az'],
])('%s is spoken with %s', (text, article) => {
  expect(hungarianArticle(text)).toBe(article);
});

test('a message asks for it, at the beginning of a sentence or within', () => {
  const writing = writingOf('hu');
  const say = (message: string, label: string | number) => format(message, { label }, writing);
  expect(say('{Az label} mező', '5')).toBe('Az 5 mező');
  expect(say('{Az label} mező', 'd6')).toBe('A d6 mező');
  expect(say('ott van {az label} mező', 12)).toBe('ott van a 12 mező');
});

test('no Hungarian message leaves the choice to the reader', () => {
  const all = Object.values(hungarian as Record<string, unknown>).map((message) => JSON.stringify(message));
  expect(all.filter((text) => /\ba\(z\)/i.test(text))).toEqual([]);
});
