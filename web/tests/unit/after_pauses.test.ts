import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tryAfterPauses } from '../../src/app/after_pauses';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tries that succeed from the one with this number on; the others say so or fail with an error, in turn. */
function triesUntil(success: number): { readonly made: number[]; readonly attempt: () => Promise<boolean> } {
  const made: number[] = [];
  const attempt = () => {
    made.push(Date.now());
    if (made.length >= success) return Promise.resolve(true);
    return made.length % 2 === 0 ? Promise.resolve(false) : Promise.reject(new Error('no network'));
  };
  return { made, attempt };
}

it('it is tried after each pause until it succeeds, and then no more', async () => {
  const start = Date.now();
  const { made, attempt } = triesUntil(3);
  tryAfterPauses([0, 1000, 4000, 15_000], attempt);
  expect(made, 'without a pause at once').toEqual([start]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made.map((at) => at - start)).toEqual([0, 1000, 5000]);
});

it('after the last pause it is given up', async () => {
  const start = Date.now();
  const { made, attempt } = triesUntil(100);
  tryAfterPauses([300, 1000], attempt);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made.map((at) => at - start)).toEqual([300, 1300]);
});

it('whoever wants it no more ends it, in a pause and in the middle of a try', async () => {
  const inPause = triesUntil(100);
  const endPause = tryAfterPauses([0, 1000], inPause.attempt);
  await vi.advanceTimersByTimeAsync(500);
  endPause();
  let fail = (): void => undefined;
  let tries = 0;
  const endTry = tryAfterPauses([0, 1000], () => {
    ++tries;
    return new Promise<boolean>((_, reject) => (fail = () => reject(new Error('late'))));
  });
  endTry();
  fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([inPause.made.length, tries]).toEqual([1, 1]);
});
