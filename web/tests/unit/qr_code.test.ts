import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from '../../src/app/qr_code/qr_code';

const written = (text: string) => (qrCode(text) ?? []).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));

// Both as another encoder (qrcode 8 for Python) writes them with the lowest correction and mask 0.
test('a short link', () => {
  expect(written('https://x.org/match/m1')).toEqual([
    '#######...#...##..#######',
    '#.....#..#.....#..#.....#',
    '#.###.#.#..#......#.###.#',
    '#.###.#..#..#.###.#.###.#',
    '#.###.#..#..####..#.###.#',
    '#.....#...####.##.#.....#',
    '#######.#.#.#.#.#.#######',
    '........#..#.#.#.........',
    '###.#####...###.###...#..',
    '.#..#....#.##...####....#',
    '..#..####.####...#..#.###',
    '#.#.....###.#########..#.',
    '.#..#.#.#.##.#.#####.#.##',
    '.#.##...####....###..#..#',
    '#.#.###...#......#.#..###',
    '.#.###....##.##.#.#.#..#.',
    '#..####.##..##########...',
    '........#.#######...##.##',
    '#######.#..##.###.#.##.##',
    '#.....#.#...#####...##.##',
    '#.###.#.#.##..#.######.##',
    '#.###.#..###....#..####..',
    '#.###.#.#.#..#.###..#...#',
    '#.....#.####...###..##.#.',
    '#######.#...#..##..#...##',
  ]);
});

test('a long one, whose correction is in two blocks', () => {
  const rows = written('https://a.rather.long.name.of.a.school.example.org:8443/match/mabcdefghjkmn?code=abcdefghjkmnpqrstuvwxyz2abcdef');
  expect(rows.length).toBe(41);
  expect(createHash('sha256').update(rows.join('\n')).digest('hex')).toBe('b23c68c97379f5bc60843ca31f5b4f6fb4a51f9cc2e9cda11f07513275d71ba1');
});

test('what is longer than the largest code has none', () => {
  expect(qrCode('x'.repeat(134))).toBeDefined();
  expect(qrCode('x'.repeat(135))).toBeUndefined();
});
