// Knows what was played in the position that is looked at: in the found games of a collection, how often, and how those games
// went. Does not know how games are found.
import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ask, problemText } from '../../app/api';
import { Problem } from '../../app/problem';
import '../../styles/collections.css';
import type { GameTree, TreeNode } from '../../game/game_tree';
import '../../messages/en_collections';
import { say, sayNumber } from '../../messages/messages';
import type { CollectionMove, CollectionMoves } from '../../wire';
import { addressOf, askedOf } from '../collections/search_address';
import { useSiteCollections } from '../collections/site_collections';

export interface ExplorerProps {
  readonly tree: GameTree;
  readonly at: ReadonlySignal<TreeNode>;
  readonly play: (moves: readonly string[]) => void;
  readonly sides: readonly string[];
  /** The collection that the address names, and the search in it. */
  readonly collection: string | null;
  readonly search: string;
}

/** Who goes through a game quickly asks only where they stay. */
const pause = 150;
const mostRemembered = 200;

function Share({ move }: { readonly move: CollectionMove }) {
  const [first = 0, second = 0] = move.wins ?? [];
  const draws = move.draws ?? 0;
  const whole = Math.max(first + draws + second, 1);
  const part = (count: number) => `${(100 * count) / whole}%`;
  return (
    <span class="explorer-share" aria-hidden="true">
      <span class="explorer-first" style={{ width: part(first) }} />
      <span class="explorer-drawn" style={{ width: part(draws) }} />
      <span class="explorer-second" style={{ width: part(second) }} />
    </span>
  );
}

function Played({ moves, play, sides }: Pick<ExplorerProps, 'play' | 'sides'> & { readonly moves: readonly CollectionMove[] }) {
  const [first = '', second = ''] = sides;
  const hasWins = sides.length === 2;
  return (
    <table class="explorer-moves">
      <thead>
        <tr>
          <th scope="col">{say('explorer.move')}</th>
          <th scope="col">{say('explorer.games')}</th>
          {hasWins && (
            <>
              <th scope="col">{say('explorer.won', { side: first })}</th>
              <th scope="col">{say('explorer.draws')}</th>
              <th scope="col">{say('explorer.won', { side: second })}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {moves.map((each) => (
          <tr key={each.move}>
            <th scope="row">
              <button type="button" class="explorer-move" onClick={() => play([each.move])}>
                {each.move}
              </button>
            </th>
            <td>
              {sayNumber(each.games)}
              {hasWins && <Share move={each} />}
            </td>
            {hasWins && (
              <>
                <td>{sayNumber(each.wins?.[0] ?? 0)}</td>
                <td>{sayNumber(each.draws ?? 0)}</td>
                <td>{sayNumber(each.wins?.[1] ?? 0)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Explored({ tree, at, play, sides, collection, search }: ExplorerProps & { readonly collection: string }) {
  const found = useSignal<CollectionMoves | undefined>(undefined);
  const problem = useSignal('');
  const remembered = useRef(new Map<string, CollectionMoves>());
  const node = at.value;
  const position = tree.game.position();
  useEffect(() => {
    const known = remembered.current.get(position);
    found.value = known;
    problem.value = '';
    if (known !== undefined) return;
    let isOld = false;
    const asked = new URLSearchParams(search);
    asked.set('game', tree.token);
    asked.set('at', position);
    const waiting = setTimeout(() => {
      ask<CollectionMoves>('GET', askedOf(collection, 'moves', asked)).then(
        (answer) => {
          if (remembered.current.size >= mostRemembered) remembered.current.clear();
          remembered.current.set(position, answer);
          if (!isOld) found.value = answer;
        },
        (reason: unknown) => {
          if (!isOld) problem.value = problemText(reason);
        },
      );
    }, pause);
    return () => {
      isOld = true;
      clearTimeout(waiting);
    };
  }, [node, tree, collection, search]);
  const moves = found.value?.moves ?? [];
  return (
    <>
      <div class="explorer-status" role="status">
        {found.value === undefined && problem.value === '' && <p class="quiet small">{say('shell.loading')}</p>}
        {found.value !== undefined && moves.length === 0 && <p class="quiet">{say('explorer.none')}</p>}
      </div>
      {moves.length > 0 && (
        <div class="explorer-scroll">
          <Played moves={moves} play={play} sides={sides} />
        </div>
      )}
      {found.value?.cut === true && <p class="quiet small">{say('explorer.cut')}</p>}
      <Problem text={problem.value} />
    </>
  );
}

/** Only where the site has collections: the explorer of the found games, and the way to the games with this position. */
export function Explorer(props: ExplorerProps) {
  const { tree, search } = props;
  const all = useSiteCollections();
  const isOpen = useSignal(false); // asked for here, where no search led here
  if (all === undefined || all.length === 0) return null;
  const withGame = all.find(({ kinds }) => kinds?.some(({ game }) => game === tree.token) === true);
  const from = props.collection ?? withGame?.name;
  if (from === undefined) return null;
  const collection = isOpen.value ? from : props.collection;
  const here = new URLSearchParams({ game: tree.token, position: tree.game.position() });
  return (
    <section class="card stack" aria-label={say('explorer.title')}>
      {collection !== null && (
        <>
          <h2 class="explorer-title">{say(search === '' ? 'explorer.all' : 'explorer.found', { name: collection })}</h2>
          <Explored {...props} collection={collection} key={`${collection}?${search}`} />
        </>
      )}
      <div class="tools">
        {collection === null && (
          <button type="button" class="button" onClick={() => (isOpen.value = true)}>
            {say('collections.explore')}
          </button>
        )}
        {props.collection !== null && (
          <a class="button" href={addressOf(props.collection, new URLSearchParams(search))}>
            {say('explorer.back')}
          </a>
        )}
        <a class="button" href={addressOf(from, here)}>
          {say('explorer.search')}
        </a>
      </div>
    </section>
  );
}
