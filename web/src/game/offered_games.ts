// Knows which games are offered, and in which order. A test holds them beside the rules.

/** The games with a card of their own on the first page. */
export const featuredGames = ['american', 'flying-king', 'sternhalma'] as const;

/** All others, in the order in which they are offered. */
export const otherGames = [
  'international',
  'russian',
  'brazilian',
  'turkish',
  'italian',
  'spanish',
  'portuguese',
  'czech',
  'pool',
  'thai',
  'canadian',
  'frisian',
  'frysk',
  'spantsiretti',
  'antidraughts',
  'breakthrough',
  'killer',
] as const;
