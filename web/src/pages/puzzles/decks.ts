// Knows which games have puzzles, and where the page's build puts their files: each is fetched when its game is chosen.
// It does not know what stands in them.
import { featuredGames, otherGames } from '../../game/offered_games';
import { readDeck, type Deck } from './deck';

const files = import.meta.glob<string>('../../../../puzzles/*.csv', { query: '?url', import: 'default', eager: true });
const addresses: ReadonlyMap<string, string> = new Map(Object.entries(files).map(([file, address]) => [file.replace(/^.*\/|\.csv$/g, ''), address]));

/** In the order in which games are offered. */
export const puzzleGames: readonly string[] = [...featuredGames, ...otherGames].filter((game) => addresses.has(game));

const fetched = new Map<string, Promise<Deck>>();

async function fetchDeck(game: string): Promise<Deck> {
  const response = await fetch(addresses.get(game) ?? '');
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return readDeck(await response.text(), game);
}

export function deckOf(game: string): Promise<Deck> {
  const known = fetched.get(game);
  if (known !== undefined) return known;
  const deck = fetchDeck(game);
  fetched.set(game, deck);
  deck.catch(() => fetched.delete(game)); // whoever asks next tries again
  return deck;
}
