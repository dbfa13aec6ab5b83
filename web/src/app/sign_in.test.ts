import { expect, test } from 'vitest';
import { wayBack } from '../pages/account/way_back';
import { signInPath } from './sign_in';

test('whoever signs in comes back to where they were, with all that the address asked for', () => {
  const path = signInPath('/match/m1?code=a&seat=1');
  expect(wayBack(new URL(path, 'https://play.example').searchParams.get('then'))).toBe('/match/m1?code=a&seat=1');
  expect(signInPath('/account'), 'which shows that one is signed in').toBe('/account');
});

test('nobody is led away from here', () => {
  for (const then of [null, '', 'https://other.example', '//other.example', '/\\other.example', 'javascript:alert(1)', 'lobby']) {
    expect(wayBack(then), String(then)).toBeUndefined();
  }
});
