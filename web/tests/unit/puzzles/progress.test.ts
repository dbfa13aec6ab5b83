import { beforeEach, expect, test } from 'vitest';
import { choose, noteMissed, noteSolved, progress, progressIn, readProgress } from '../../../src/pages/puzzles/progress';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  progress.value = readProgress(null);
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => void kept.set(name, text) },
  });
});

/** As another tab, or the next visit, finds it. */
const keptNow = () => readProgress(JSON.parse(kept.get('crownstar.puzzles') ?? 'null'));

test('what is solved is kept, each once, and what is solved in a row is counted', () => {
  noteSolved('american', '00000001', true);
  noteSolved('american', '00000002', true);
  noteSolved('american', '00000002', true);
  noteSolved('russian', '00000001', true);
  expect(progressIn('american')).toEqual({ solved: ['00000001', '00000002'], streak: 2, best: 2 });
  expect(progressIn('russian').solved).toEqual(['00000001']);
  expect(progressIn('italian')).toEqual({ solved: [], streak: 0, best: 0 });
  expect(keptNow()).toEqual(progress.value);
});

test('a wrong move or help ends the row, but not at a puzzle that is solved already', () => {
  noteSolved('american', '00000001', true);
  noteSolved('american', '00000002', true);
  noteMissed('american', '00000001');
  expect(progressIn('american').streak).toBe(2);
  noteMissed('american', '00000003');
  noteSolved('american', '00000003', false);
  expect(progressIn('american')).toMatchObject({ streak: 0, best: 2 });
  noteSolved('american', '00000004', true);
  expect(progressIn('american')).toMatchObject({ streak: 1, best: 2 });
});

test('what another tab has solved meanwhile stays', () => {
  noteSolved('american', '00000001', true);
  const other = keptNow();
  kept.set('crownstar.puzzles', JSON.stringify({ ...other, games: { american: { solved: ['00000001', '0000000b'], streak: 2, best: 2 } } }));
  choose({ level: 'hard' });
  noteSolved('american', '00000002', true);
  expect(keptNow()).toMatchObject({ level: 'hard', games: { american: { solved: ['00000001', '0000000b', '00000002'], streak: 3 } } });
});

test('a browser that keeps nothing remembers as long as the page is open', () => {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: undefined });
  noteSolved('american', '00000001', true);
  noteSolved('american', '00000002', true);
  expect(progressIn('american').solved).toHaveLength(2);
});

test.each([
  ['nothing', null],
  ['a text', 'x'],
  ['another shape', { game: 7, level: 'none', games: { american: { solved: [1, '00000001', '00000001'], streak: -2, best: 'x' } } }],
])('%s that was kept becomes progress that holds', (_, what) => {
  const { level, games } = readProgress(what);
  expect(level).toBe('easy');
  for (const game of Object.values(games)) expect(game).toEqual({ solved: ['00000001'], streak: 0, best: 0 });
});
