// Knows how a search of a collection is written into an address, which the page and the server read alike, and back into what
// stands in the form; does not know how it is shown.

/** What stands in the form; empty where nothing is asked. */
export interface Search {
  readonly game: string;
  readonly player: string;
  readonly opponent: string;
  readonly colour: '' | 'white' | 'black'; // the player's
  readonly event: string;
  readonly fromYear: string;
  readonly toYear: string;
  readonly winner: string;
  readonly opening: string;
  readonly position: string;
  readonly whiteMen: string;
  readonly whiteKings: string;
  readonly blackMen: string;
  readonly blackKings: string;
  readonly fromPlies: string;
  readonly toPlies: string;
  readonly isTurned: boolean;
}

export const nothingAsked: Search = {
  game: '',
  player: '',
  opponent: '',
  colour: '',
  event: '',
  fromYear: '',
  toYear: '',
  winner: '',
  opening: '',
  position: '',
  whiteMen: '',
  whiteKings: '',
  blackMen: '',
  blackKings: '',
  fromPlies: '',
  toPlies: '',
  isTurned: false,
};

const rangeOf = (from: string, to: string): string => (from === '' && to === '' ? '' : from === to ? from : `${from}-${to}`);

function endsOf(range: string | null): readonly [string, string] {
  if (range === null || range === '') return ['', ''];
  const [from = '', to] = range.split('-', 2);
  return [from, to ?? from];
}

/** `W3K`, `B2M1K`; empty where neither is asked. A side of which one is asked has none of the other. */
function forceOf(side: string, men: string, kings: string): string {
  if (men === '' && kings === '') return '';
  if (Number(kings) === 0) return `${side}${Number(men)}M`;
  return `${side}${Number(men) === 0 ? '' : `${Number(men)}M`}${Number(kings)}K`;
}

function countsOf(material: string | null, side: string): readonly [string, string] {
  const found = new RegExp(`(?:^|:)${side}(?:(\\d+)M)?(?:(\\d+)K)?(?:$|:)`, 'i').exec(material ?? '');
  return found === null ? ['', ''] : [found[1] ?? '0', found[2] ?? '0'];
}

/** Moves as they are typed or pasted, without the numbers before them. */
export const plainMoves = (text: string): string =>
  text
    .replace(/\b\d+\.(?:\.\.)?\s*/g, ' ')
    .split(/[\s,]+/)
    .filter(Boolean)
    .join(' ');

/** The query of the search, in one order: the same search has the same address. */
export function writeSearch(search: Search): URLSearchParams {
  const asked = new URLSearchParams();
  const add = (name: string, value: string) => {
    if (value.trim() !== '') asked.append(name, value.trim());
  };
  const { colour, player, opponent } = search;
  add('game', search.game);
  if (colour === '') {
    add('player', player);
    add('player', opponent);
  } else {
    add(colour, player);
    add(colour === 'white' ? 'black' : 'white', opponent);
  }
  add('event', search.event);
  add('year', rangeOf(search.fromYear, search.toYear));
  add('winner', search.winner);
  add('opening', plainMoves(search.opening));
  add('position', search.position);
  const material = [forceOf('W', search.whiteMen, search.whiteKings), forceOf('B', search.blackMen, search.blackKings)];
  add('material', material.filter(Boolean).join(':'));
  add('plies', rangeOf(search.fromPlies, search.toPlies));
  const canTurn = asked.has('position') || asked.has('material');
  if (search.isTurned && canTurn) asked.append('turned', 'yes');
  return asked;
}

export function readSearch(asked: URLSearchParams): Search {
  const text = (name: string) => asked.get(name) ?? '';
  const [first = '', second = ''] = asked.getAll('player');
  const colour = asked.has('white') ? 'white' : asked.has('black') ? 'black' : '';
  const [fromYear, toYear] = endsOf(asked.get('year'));
  const [fromPlies, toPlies] = endsOf(asked.get('plies'));
  const [whiteMen, whiteKings] = countsOf(asked.get('material'), 'W');
  const [blackMen, blackKings] = countsOf(asked.get('material'), 'B');
  return {
    game: text('game'),
    player: colour === '' ? first : text(colour),
    opponent: colour === '' ? second : colour === 'white' ? text('black') : '',
    colour,
    event: text('event'),
    fromYear,
    toYear,
    winner: text('winner'),
    opening: text('opening'),
    position: text('position'),
    whiteMen,
    whiteKings,
    blackMen,
    blackKings,
    fromPlies,
    toPlies,
    isTurned: text('turned') === 'yes',
  };
}

/** A query without the place in the list. */
export function withoutPlace(asked: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(asked);
  rest.delete('from');
  return rest;
}

export const addressOf = (collection: string, asked: URLSearchParams): string => {
  const text = asked.toString();
  return `/collections/${encodeURIComponent(collection)}${text === '' ? '' : `?${text}`}`;
};

/** Where a found game is looked at, or the moves of all of them: with the search that the explorer goes on with. */
export function analysisOf(game: string, collection: string, asked: URLSearchParams, number?: number): string {
  const told = new URLSearchParams({ collection, ...(number === undefined ? {} : { number: String(number) }) });
  const search = withoutPlace(asked).toString();
  if (search !== '') told.set('search', search);
  return `/analysis/${encodeURIComponent(game)}?${told.toString()}`;
}

/** What the server is asked of one of its collections. */
export const askedOf = (collection: string, what: string, asked: URLSearchParams): string =>
  `/api/collections/${encodeURIComponent(collection)}/${what}?${asked.toString()}`;
