import { describe, expect, it } from 'vitest';
import type { PublishedFile } from '../../wire';
import { columnsOf, gameOf, groupFiles, monthText, readPackage, sizeText } from './published_files';

const file = (name: string): PublishedFile => ({ name, media: 'text/csv', bytes: 1, changed_at: 0 });
const names = (files: readonly PublishedFile[]) => files.map(({ name }) => name);

describe('open data', () => {
  it('is grouped by names, the latest month first', () => {
    const found = groupFiles(
      ['datapackage.json', 'games-2025-12.csv', 'games-2026-01.csv', 'games-2026-01.pdn', 'games-all.zip', 'puzzles-american.csv', 'samples-flying-king-2.parquet'].map(file),
    );
    expect(found.months.map(({ month, files }) => [month, names(files)])).toEqual([
      ['2026-01', ['games-2026-01.csv', 'games-2026-01.pdn']],
      ['2025-12', ['games-2025-12.csv']],
    ]);
    expect(names(found.puzzles)).toEqual(['puzzles-american.csv']);
    expect(names(found.samples)).toEqual(['samples-flying-king-2.parquet']);
    expect(names(found.others)).toEqual(['games-all.zip']);
    expect(found.hasPackage).toBe(true);
    expect(groupFiles([])).toEqual({ months: [], puzzles: [], samples: [], others: [], hasPackage: false });
  });

  it('says of which game a file is', () => {
    expect(gameOf(file('puzzles-american.csv'))).toBe('american');
    expect(gameOf(file('samples-flying-king-2.parquet'))).toBe('flying-king');
    expect(gameOf(file('samples-american-2.parquet'))).toBe('american');
    expect(gameOf(file('notes.txt'))).toBe('');
  });

  it('has its licence and columns from the data package', () => {
    const described = readPackage({
      licenses: [{ name: 'CC0-1.0', title: 'CC0 1.0 Universal', path: 'https://example.org/cc0' }],
      resources: [{ path: 'games.pdn' }, { path: 'games.csv', schema: { fields: [{ name: 'id', type: 'string', description: 'of the game' }] } }],
    });
    expect(described.licence).toEqual({ title: 'CC0 1.0 Universal', address: 'https://example.org/cc0' });
    expect(columnsOf([file('games.pdn'), file('games.csv')], described)).toEqual([{ name: 'id', meaning: 'of the game' }]);
    expect(columnsOf([file('other.csv')], described)).toEqual([]);
  });

  it('leaves out what does not fit', () => {
    for (const value of [undefined, null, 7, 'text', [], { licenses: 7, resources: [7, { schema: 7 }, { schema: { fields: {} } }] }]) {
      expect(readPackage(value)).toEqual({ licence: undefined, columns: new Map() });
    }
    expect(readPackage({ licenses: [{ title: 'x', path: 'javascript:alert(1)' }] }).licence).toBeUndefined();
  });

  it('says sizes and months in the language', () => {
    expect(sizeText(0, 'en')).toBe('0 bytes');
    expect(sizeText(1, 'en')).toBe('1 byte');
    expect(sizeText(999, 'en')).toBe('999 bytes');
    expect(sizeText(1000, 'en')).toBe('1 kB');
    expect(sizeText(12_345_678, 'en')).toBe('12.3 MB');
    expect(sizeText(5e12, 'en')).toBe('5,000 GB');
    expect(sizeText(12_345_678, 'hu').replace('\u00a0', ' ')).toBe('12,3 MB');
    expect(monthText('2026-11', 'en')).toBe('November 2026');
    expect(monthText('2026-11', 'hu')).toBe('2026. november');
  });
});
