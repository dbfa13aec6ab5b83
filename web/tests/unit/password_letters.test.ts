import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lettersLeast } from '../../src/pages/account/password_strength';

test('the fewest letters of a password are those of the server', () => {
  const limits = readFileSync('../src/base/limits.hpp', 'utf8');
  expect(limits).toContain(`int password_letters_least = ${lettersLeast};`);
});
