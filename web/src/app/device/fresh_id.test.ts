import { afterEach, expect, test, vi } from 'vitest';
import { freshRequest } from '../../line/line';
import { freshId } from './fresh_id';

afterEach(() => vi.unstubAllGlobals());

test('a request has a name of its own also over plain HTTP, where a browser makes no UUIDs', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
  const made = Array.from({ length: 200 }, () => freshRequest());
  expect(new Set(made).size).toBe(200);
});

test('a name may stand in an address as it is', () => {
  expect(Array.from({ length: 50 }, freshId).join('')).toMatch(/^[\w-]+$/);
});
