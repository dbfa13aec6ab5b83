// Knows the page of one's own games: those that the server keeps, and those on this device.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ask, problemText, refreshMe } from '../../app/api';
import { useLater } from '../../app/later';
import '../../styles/lobby.css';
import { forgetGame, keptGames, type KeptGame } from '../../game/kept/kept_games';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { MatchList, MatchSummary } from '../../wire';
import { AccountNotices } from '../account/notices';
import { DeviceGame, ServerGame } from './items';
import { unfinishedFirst } from './result';

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
  const onServer = useSignal<readonly MatchSummary[]>([]);
  const isAsked = useSignal(false); // what is not known yet is not called empty
  const next = useSignal('');
  const onDevice = useSignal<readonly KeptGame[] | undefined>(undefined);
  const problem = useSignal('');
  const Collections = useLater(true, async () => (await import('../collections/known')).CollectionsCard);

  const more = async () => {
    const path = next.peek() === '' ? '/api/me/matches' : `/api/me/matches?from=${encodeURIComponent(next.peek())}`;
    const page = await ask<MatchList>('GET', path);
    onServer.value = [...onServer.peek(), ...page.matches];
    next.value = page.next ?? '';
  };
  const attempt = (what: Promise<unknown>) => {
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  const readDevice = () => attempt(keptGames().then((games) => (onDevice.value = games)));
  useEffect(() => {
    readDevice();
    attempt(refreshMe().then((known) => (known === undefined ? undefined : more())).finally(() => (isAsked.value = true)));
  }, []);

  return (
    <>
      <h1>{say('games.title')}</h1>
      <AccountNotices />
      {problem.value !== '' && <p class="notice">{problem.value}</p>}
      <div class="lobby-lists">
        <section class="card">
          <h2>{say('games.server')}</h2>
          {isAsked.value && onServer.value.length === 0 && (
            <Nothing text={say('games.none.server')}>
              <a class="button" href="/lobby">
                {say('home.anyone')}
              </a>
              <a class="button" href="/new?with=friend">
                {say('home.friend')}
              </a>
            </Nothing>
          )}
          <ul class="plain-list">
            {unfinishedFirst(onServer.value).map((match) => (
              <ServerGame key={match.match} match={match} />
            ))}
          </ul>
          {next.value !== '' && (
            <button type="button" class="button" onClick={() => attempt(more())}>
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
            {[...(onDevice.value ?? [])].sort((a, b) => Number(a.isOver) - Number(b.isOver)).map((game) => (
              <DeviceGame key={game.id} game={game}>
                <button type="button" class="button button-plain" onClick={() => attempt(forgetGame(game.id).then(readDevice))}>
                  {say('games.forget')}
                </button>
              </DeviceGame>
            ))}
          </ul>
        </section>
        {Collections !== null && <Collections />}
      </div>
    </>
  );
}
