// Who played and how it ended, as a record's tags tell it.
import { expect, it } from 'vitest';
import { playerPath } from '../../../src/game/players/player_link';
import { occasionOf, playedInRecord } from '../../../src/pages/analysis/record_tags';

const tags = [
  ['Event', 'City Championship'],
  ['Date', '1931.05.??'],
  ['White', 'Ann Lee'],
  ['Black', '?'],
  ['WhiteRating', '1912'],
] as const;

it('names who is named, with the rating; nobody of them is an account here', () => {
  const played = playedInRecord({ tags, places: [2, 1], result: '1-0' }, ['Red', 'White']);
  const [red, white] = played?.seats ?? [];
  expect(red?.player).toBeUndefined();
  expect(white?.player).toMatchObject({ name: 'Ann Lee', rating: 1912 });
  expect(white?.player === undefined ? '' : playerPath(white.player)).toBeUndefined();
  expect(played?.ended).toMatchObject({ ending: 'unsaid', outcome: { isDraw: false } });
});

it('leaves out what is not known', () => {
  expect(occasionOf({ tags })).toBe('City Championship · 1931.05');
  expect(playedInRecord({ tags: [['White', '?']], places: [], result: '*' }, ['Red', 'White'])).toBeUndefined();
});
