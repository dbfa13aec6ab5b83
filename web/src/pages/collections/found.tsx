// Knows how the games that a search has found are listed, page by page; does not know how they are searched for.
import { dateText } from '../../game/record_date';
import { say, sayNumber } from '../../messages/messages';
import '../../messages/en_collections';
import type { CollectionGame, CollectionGames } from '../../wire';
import { gameName } from '../lobby/naming';
import { addressOf, analysisOf, withoutPlace } from './search_address';

interface FoundProps {
  readonly collection: string;
  readonly asked: URLSearchParams;
  readonly found: CollectionGames;
  /** How many there are, as the first page told; undefined where it was not seen. */
  readonly count: number | undefined;
  readonly isCountCut: boolean;
  readonly hasKinds: boolean; // games of several kinds
}

function FoundGame({ game, collection, asked, hasKinds }: Pick<FoundProps, 'collection' | 'asked' | 'hasKinds'> & { readonly game: CollectionGame }) {
  const players = game.players.map((name) => (name === '' ? '?' : name)).join(' – ');
  const facts = [hasKinds ? gameName(game.game) : '', game.event ?? '', dateText(game.date ?? ''), say('collections.plies', { count: game.plies })];
  return (
    <li>
      <span class="found-game">
        <b>{players}</b> <span class="found-result">{game.result === '*' ? '' : game.result}</span>
        <br />
        <span class="quiet small">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <a class="button" href={analysisOf(game.game, collection, asked, game.number)} aria-label={say('collections.open.of', { players })}>
        {say('games.open')}
      </a>
    </li>
  );
}

function countText(count: number | undefined, isCut: boolean): string {
  if (count === undefined) return '';
  if (count === 0) return say('collections.found.none');
  return isCut ? say('collections.found.more', { number: sayNumber(count) }) : say('collections.found', { count });
}

/** The kind of the found games, where the explorer can begin with it. */
function kindOf(found: CollectionGames, asked: URLSearchParams): string {
  const kinds = new Set((found.games ?? []).map((game) => game.game));
  return asked.get('game') ?? (kinds.size === 1 ? ([...kinds][0] ?? '') : '');
}

export function Found({ collection, asked, found, count, isCountCut, hasKinds }: FoundProps) {
  const games = found.games ?? [];
  const kind = kindOf(found, asked);
  const next = new URLSearchParams(asked);
  if (found.next !== undefined) next.set('from', String(found.next));
  return (
    <section class="stack" aria-label={say('collections.results')}>
      <div class="found-head">
        <p role="status">{countText(count, isCountCut)}</p>
        {kind !== '' && games.length > 0 && (
          <a class="button" href={analysisOf(kind, collection, asked)}>
            {say('collections.explore')}
          </a>
        )}
      </div>
      <ul class="plain-list">
        {games.map((game) => (
          <FoundGame key={game.number} game={game} collection={collection} asked={asked} hasKinds={hasKinds} />
        ))}
      </ul>
      <div class="row">
        {asked.has('from') && (
          <a class="button" href={addressOf(collection, withoutPlace(asked))}>
            {say('collections.first')}
          </a>
        )}
        {found.next !== undefined && (
          <a class="button" href={addressOf(collection, next)}>
            {say('collections.next')}
          </a>
        )}
      </div>
    </section>
  );
}
