// Knows the page of one's own games: those that the server keeps, and those on this device.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { hasNoAccount, problemText, refreshMe } from '../../app/api';
import { useLater } from '../../app/later';
import '../../styles/lobby.css';
import { forgetGame, keptGames, type KeptGame } from '../../game/kept/kept_games';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import { AccountNotices } from '../account/notices';
import { DeviceGame, ServerGame } from './items';
import { useMatchPages } from './match_pages';
import { openFirst, unfinishedFirst } from './order';

/** Where nothing is listed yet: what will be, and how to begin. */
function Nothing({ text, children }: { readonly text: string; readonly children: ComponentChildren }) {
  return (
    <div class="stack">
      <p class="quiet">{text}</p>
      <p class="row">{children}</p>
    </div>
  );
}

export function GamesPage() {
  const onServer = useMatchPages('/api/me/matches');
  const isAsked = useSignal(false); // what is not known yet is not called empty
  const onDevice = useSignal<readonly KeptGame[] | undefined>(undefined);
  const problem = useSignal('');
  const Collections = useLater(true, async () => (await import('../collections/collections_card')).CollectionsCard);
  const OpenData = useLater(true, async () => (await import('../downloads/downloads_card')).OpenDataCard);

  const attempt = (what: Promise<unknown>) => {
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  const readDevice = () => attempt(keptGames().then((games) => (onDevice.value = games)));
  useEffect(() => {
    readDevice();
    attempt(refreshMe().then((known) => (known === undefined ? undefined : onServer.more())).finally(() => (isAsked.value = true)));
  }, []);

  const matches = onServer.matches ?? [];
  return (
    <>
      <h1>{say('games.title')}</h1>
      <AccountNotices />
      {problem.value !== '' && <p class="notice">{problem.value}</p>}
      <div class="lobby-lists">
        <section class="card">
          <h2>{say('games.server')}</h2>
          {isAsked.value && matches.length === 0 && (
            <Nothing text={`${say('games.none.server')}${hasNoAccount() ? ` ${say('games.none.sign_in')}` : ''}`}>
              <a class="button" href="/lobby">
                {say('home.anyone')}
              </a>
              <a class="button" href="/new?with=friend">
                {say('home.friend')}
              </a>
            </Nothing>
          )}
          <ul class="plain-list">
            {unfinishedFirst(matches).map((match) => (
              <ServerGame key={match.match} match={match} />
            ))}
          </ul>
          {onServer.hasMore && (
            <button type="button" class="button" onClick={() => attempt(onServer.more())}>
              {say('games.more')}
            </button>
          )}
        </section>
        <section class="card">
          <h2>{say('games.device')}</h2>
          {onDevice.value?.length === 0 && (
            <Nothing text={say('games.none.device')}>
              <a class="button button-main" href="/here/american?against=computer">
                {say('home.computer')}
              </a>
              <a class="button" href="/new?with=here">
                {say('home.here')}
              </a>
            </Nothing>
          )}
          <ul class="plain-list">
            {openFirst(onDevice.value ?? []).map((game) => (
              <DeviceGame key={game.id} game={game}>
                <button type="button" class="button button-plain" onClick={() => attempt(forgetGame(game.id).then(readDevice))}>
                  {say('games.forget')}
                </button>
              </DeviceGame>
            ))}
          </ul>
        </section>
        {Collections !== null && <Collections />}
        {OpenData !== null && <OpenData />}
      </div>
    </>
  );
}
