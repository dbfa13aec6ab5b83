// Knows how a game went for one of its players, from how its result is written; refuses to know how that is said.

export type Went = 'won' | 'lost' | 'drawn' | { readonly place: number; readonly of: number };

const ofTwo: Readonly<Record<string, readonly number[]>> = {
  '1-0': [1, 2],
  '2-0': [1, 2],
  '0-1': [2, 1],
  '0-2': [2, 1],
  '1/2-1/2': [1, 1],
};

/** Places by seat: `1-0`, or the places of a star themselves, `2-1-3`. None where nothing was decided. */
export function placesOf(result: string): readonly number[] {
  const known = ofTwo[result];
  if (known !== undefined) return known;
  const places = /^\d(-\d)+$/.test(result) ? result.split('-').map(Number) : [];
  return places.every((place) => place > 0) ? places : [];
}

export function wentFor(places: readonly number[], seat: number): Went | undefined {
  const place = places[seat];
  if (place === undefined || place === 0) return undefined;
  if (places.every((each) => each === place)) return 'drawn';
  if (place === 1) return 'won';
  return places.length === 2 ? 'lost' : { place, of: places.length };
}
