import { expect, test } from 'vitest';
import { isAble } from '../../../src/pages/analysis/able';

test('the computer looks by itself where a second processor does it and nobody saves data', () => {
  expect(isAble({ hardwareConcurrency: 8 })).toBe(true);
  expect(isAble({ hardwareConcurrency: 2, deviceMemory: 4, connection: {} })).toBe(true);
  expect(isAble({ hardwareConcurrency: 1 })).toBe(false);
  expect(isAble({}), 'a browser that says nothing').toBe(false);
  expect(isAble({ hardwareConcurrency: 8, deviceMemory: 0.5 })).toBe(false);
  expect(isAble({ hardwareConcurrency: 8, connection: { saveData: true } })).toBe(false);
});
