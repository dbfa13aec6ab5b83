import { expect, test } from 'vitest';
import { strengthOf } from './password_strength';

test.each([
  ['', 'short'],
  ['kq7#mW9!z', 'short'],
  ['🙂🙂🙂🙂🙂🙂🙂🙂🙂', 'short'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['1234567890', 'weak'],
  ['9876543210', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['kq7kq7kq7kq7', 'weak'],
  ['password123', 'weak'],
  ['PasswordPassword1!', 'weak'],
  ['crownstar2026', 'weak'],
  ['8392718463529', 'fair'],
  ['verandamoss', 'fair'],
  ['Tr0ub4dor&3', 'good'],
  ['kerti szék', 'good'],
  ['veranda moss kettle', 'strong'],
  ['correct horse battery staple', 'strong'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});

test('one’s own name is worth little', () => {
  expect(strengthOf('Annabella77')).toBe('fair');
  expect(strengthOf('Annabella77', 'annabella')).toBe('weak');
  expect(strengthOf('veranda moss kettle', 'an')).toBe('strong');
});
