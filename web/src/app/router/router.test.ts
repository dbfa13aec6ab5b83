import { expect, test } from 'vitest';
import { matchPath } from './router';

test('a pattern without parameters matches its own path, with or without a slash at the end', () => {
  expect(matchPath('/lobby', '/lobby')).toEqual({});
  expect(matchPath('/lobby', '/lobby/')).toEqual({});
  expect(matchPath('/', '/')).toEqual({});
  expect(matchPath('/lobby', '/home')).toBeUndefined();
});

test('a parameter takes one part of the path, decoded', () => {
  expect(matchPath('/play/:game', '/play/sternhalma%3Aplayers%3D3')).toEqual({ game: 'sternhalma:players=3' });
  expect(matchPath('/play/:game', '/play')).toBeUndefined();
  expect(matchPath('/play/:game', '/play/a/b')).toBeUndefined();
});

test('a part that cannot be decoded matches nothing', () => {
  expect(matchPath('/play/:game', '/play/%E0%A4%A')).toBeUndefined();
});
