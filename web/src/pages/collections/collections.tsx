// Knows the page on which recorded games are searched: the collections of the site, and what is found in one of them.
// The address has the whole search, so that it can be kept and sent.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, problemText } from '../../app/api';
import { Choice } from '../../app/controls/choice';
import { Field } from '../../app/controls/field';
import { Problem } from '../../app/problem';
import { go, query, type PageProps } from '../../app/router/router';
import '../../styles/lobby.css';
import '../../styles/collections.css';
import '../../messages/en_people';
import '../../messages/en_analysis';
import '../../messages/en_reasons';
import '../../messages/en_collections';
import { language, say } from '../../messages/messages';
import type { Collection, CollectionGames } from '../../wire';
import { Found } from './found';
import { SearchForm } from './form';
import { siteCollections } from './site_collections';
import { addressOf, askedOf, readSearch, withoutPlace, writeSearch } from './search_address';

function sizeText({ games, first_year, last_year }: Collection): string {
  const size = say('collections.size', { count: games });
  if (first_year === undefined || last_year === undefined) return size;
  return `${size}, ${first_year === last_year ? first_year : `${first_year}–${last_year}`}`;
}

interface Shown {
  readonly search: string; // without the place in the list
  readonly count: number | undefined;
  readonly isCountCut: boolean;
  readonly found: CollectionGames;
}

function Searched({ collection }: { readonly collection: Collection }) {
  const shown = useSignal<Shown | undefined>(undefined);
  const problem = useSignal('');
  const isLooking = useSignal(true);
  const asked = query.value;
  const text = asked.toString();
  useEffect(() => {
    let isOld = false;
    isLooking.value = true;
    problem.value = '';
    ask<CollectionGames>('GET', askedOf(collection.name, 'games', asked)).then(
      (found) => {
        if (isOld) return;
        const search = withoutPlace(asked).toString();
        const known = shown.peek()?.search === search ? shown.peek() : undefined;
        shown.value = { search, found, count: found.found ?? known?.count, isCountCut: found.found === undefined ? known?.isCountCut === true : found.more === true };
        isLooking.value = false;
      },
      (reason: unknown) => {
        if (isOld) return;
        problem.value = problemText(reason);
        isLooking.value = false;
      },
    );
    return () => {
      isOld = true;
    };
  }, [collection.name, text]);
  return (
    <>
      <SearchForm
        key={withoutPlace(asked).toString()}
        collection={collection}
        asked={readSearch(asked)}
        search={(wanted) => go(addressOf(collection.name, writeSearch(wanted)))}
      />
      <Problem text={problem.value} />
      {isLooking.value && <p class="quiet">{say('shell.loading')}</p>}
      {!isLooking.value && problem.value === '' && shown.value !== undefined && (
        <Found
          collection={collection.name}
          asked={asked}
          found={shown.value.found}
          count={shown.value.count}
          isCountCut={shown.value.isCountCut}
          hasKinds={(collection.kinds ?? []).length > 1}
        />
      )}
    </>
  );
}

export function CollectionsPage({ parameters }: PageProps) {
  const known = useSignal<readonly Collection[] | undefined>(undefined);
  const problem = useSignal('');
  useEffect(() => {
    siteCollections().then(
      (all) => (known.value = all),
      (reason: unknown) => (problem.value = problemText(reason)),
    );
  }, []);
  useEffect(() => {
    document.title = `${say('collections.title')} – Crownstar`;
  }, [language.value]);
  const all = known.value;
  const wanted = parameters['collection'];
  const collection = wanted === undefined ? all?.[0] : all?.find(({ name }) => name === wanted);
  return (
    <>
      <h1>{say('collections.title')}</h1>
      <Problem text={problem.value} />
      {all === undefined && problem.value === '' && <p class="quiet">{say('shell.loading')}</p>}
      {all?.length === 0 && <p>{say('collections.none')}</p>}
      {all !== undefined && all.length > 0 && (
        <div class="stack">
          {(all.length > 1 || collection === undefined) && (
            <Field label={say('collections.which')}>
              {(ids) => (
                <Choice {...ids} value={collection?.name ?? ''} options={[...(collection === undefined ? [['', '–'] as const] : []), ...all.map(({ name }) => [name, name] as const)]} choose={(name) => name !== '' && go(addressOf(name, new URLSearchParams()))} />
              )}
            </Field>
          )}
          {collection === undefined ? (
            <p class="notice">{say('collections.gone', { name: wanted ?? '' })}</p>
          ) : (
            <>
              <p class="quiet">
                {all.length === 1 && `${collection.name}: `}
                {sizeText(collection)}
              </p>
              <Searched key={collection.name} collection={collection} />
            </>
          )}
        </div>
      )}
    </>
  );
}
