import { expect, test } from 'vitest';
import { analysisOf, nothingAsked, plainMoves, readSearch, withoutPlace, writeSearch } from '../../src/pages/collections/search_address';

const written = (search: Partial<typeof nothingAsked>) => writeSearch({ ...nothingAsked, ...search }).toString();

test('what is not asked is not written', () => {
  expect(written({})).toBe('');
  expect(written({ player: '  ', isTurned: true })).toBe('');
});

test('players are asked for at any seat, or with their colours', () => {
  expect(written({ player: 'Lee', opponent: 'Old' })).toBe('player=Lee&player=Old');
  expect(written({ player: 'Lee', opponent: 'Old', colour: 'black' })).toBe('black=Lee&white=Old');
  expect(written({ player: 'Lee', colour: 'white' })).toBe('white=Lee');
});

test('ranges may be open on either side, or one number', () => {
  expect(written({ fromYear: '1950' })).toBe('year=1950-');
  expect(written({ toYear: '1950' })).toBe('year=-1950');
  expect(written({ fromPlies: '80', toPlies: '80' })).toBe('plies=80');
});

test('material of which one kind is asked has none of the other', () => {
  expect(written({ whiteKings: '3', blackMen: '2', blackKings: '1' })).toBe('material=W3K%3AB2M1K');
  expect(written({ whiteMen: '4', isTurned: true })).toBe('material=W4M&turned=yes');
  expect(written({ blackMen: '0', blackKings: '0' })).toBe('material=B0M');
});

test('moves are taken as they stand in a record', () => {
  expect(plainMoves('1. 11-15 23-19  2. 8-11,22-17 3... 4-8')).toBe('11-15 23-19 8-11 22-17 4-8');
  expect(plainMoves('c3-d4 d6-c5')).toBe('c3-d4 d6-c5');
});

test('an address is read as it was written', () => {
  for (const search of [
    { player: 'Lee', opponent: 'Old' },
    { player: 'Lee', opponent: 'Old', colour: 'white' as const },
    { player: 'Lee', colour: 'black' as const },
    { game: 'russian', event: 'Cup & more', fromYear: '1950', toYear: '1959', winner: 'draw', opening: 'c3-d4' },
    { position: 'W:W18:B15', isTurned: true },
    { whiteMen: '0', whiteKings: '3', blackMen: '2', blackKings: '0', toPlies: '40' },
  ]) {
    const asked = writeSearch({ ...nothingAsked, ...search });
    expect(readSearch(asked)).toEqual({ ...nothingAsked, ...search });
  }
  const both = { player: 'Lee', opponent: 'Old', colour: 'black' as const };
  expect(writeSearch(readSearch(writeSearch({ ...nothingAsked, ...both })))).toEqual(new URLSearchParams('white=Old&black=Lee'));
});

test('the analysis is told the search, and not the page of the list', () => {
  const asked = new URLSearchParams('player=Lee&from=25');
  expect(withoutPlace(asked).toString()).toBe('player=Lee');
  const to = new URL(analysisOf('american', 'club', asked, 7), 'http://x');
  expect(to.pathname).toBe('/analysis/american');
  expect(Object.fromEntries(to.searchParams)).toEqual({ collection: 'club', number: '7', search: 'player=Lee' });
  expect(analysisOf('american', 'club', new URLSearchParams())).toBe('/analysis/american?collection=club');
});
