import { expect, test } from 'vitest';
import type { Rating } from '../wire';
import { changeText, firstRating, newRating } from './new_rating';

const rapid: Rating = { family: 'american', pace: 'rapid', rating: 1742, deviation: 290, games: 1, provisional: true };
const blitz: Rating = { ...rapid, pace: 'blitz', rating: 1610, games: 7, provisional: false };

test('the first game of its kind is counted from where everybody begins', () => {
  const news = newRating([blitz], [blitz, rapid]);
  expect(news).toEqual({ from: firstRating, to: rapid });
  expect(changeText(firstRating, rapid)).toBe('1500? → 1742? (+242)');
  expect(changeText(firstRating, { rating: 1258, provisional: true })).toBe('1500? → 1258? (−242)');
});

test('a later game is counted from the rating before it, also where the rating stays the same', () => {
  const later = { ...blitz, rating: 1543, games: 8 };
  expect(newRating([rapid, blitz], [rapid, later])).toEqual({ from: blitz, to: later });
  expect(changeText(blitz, later)).toBe('1610 → 1543 (−67)');
  expect(newRating([blitz], [{ ...blitz, games: 8 }])?.to.games).toBe(8);
  expect(changeText(blitz, blitz)).toBe('1610 → 1610 (+0)');
});

test('until the server has counted the game there is no news', () => {
  expect(newRating([rapid, blitz], [rapid, blitz])).toBeUndefined();
  expect(newRating([], [])).toBeUndefined();
});
