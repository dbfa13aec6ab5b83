import { expect, test } from 'vitest';
import { readPreferences } from './preferences';

test('nothing kept: the browser decides the language, the rest has defaults', () => {
  const found = readPreferences(null, ['is-IS', 'en']);
  expect(found.language).toBe('is');
  expect(found.shade).toBe('system');
  expect(found.sounds).toBe('wood');
  expect(found.coordinates).toBe(true);
});

test('what was kept comes back', () => {
  const kept = { ...readPreferences(null, ['en']), language: 'hu', shade: 'dark', board: 'green', pieces: 'flat', sounds: 'marble' } as const;
  expect(readPreferences(JSON.stringify(kept), ['en'])).toEqual(kept);
});

test.each(['', 'nonsense', '[]', 'null', '7', '{"language":"xx","shade":3,"board":"lava","pace":null,"name":{}}'])(
  'what cannot be read falls back: %s',
  (text) => {
    expect(readPreferences(text, ['en'])).toEqual(readPreferences(null, ['en']));
  },
);

test('who chose the printed look before pieces had looks of their own has printed pieces', () => {
  expect(readPreferences('{"board":"diagram"}', ['en']).pieces).toBe('print');
  expect(readPreferences('{"board":"diagram","pieces":"wood"}', ['en']).pieces).toBe('wood');
  expect(readPreferences('{"board":"green"}', ['en']).pieces).toBe('wood');
});
