// Knows the page of one's own games: those that the server keeps, and those on this device.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, problemText, refreshMe } from '../../app/api';
import '../../styles/lobby.css';
import { forgetGame, keptGames, type KeptGame } from '../../table/kept_games';
import { say } from '../../words/words';
import type { MatchList, MatchSummary } from '../../wire';
import { DeviceGame, ServerGame } from './items';

export function GamesPage() {
  const onServer = useSignal<readonly MatchSummary[]>([]);
  const next = useSignal('');
  const onDevice = useSignal<readonly KeptGame[]>([]);
  const problem = useSignal('');

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
    attempt(refreshMe().then((known) => (known === undefined ? undefined : more())));
  }, []);

  return (
    <>
      <h1>{say('games.title')}</h1>
      {problem.value !== '' && <p class="notice">{problem.value}</p>}
      <div class="lobby-lists">
        <section class="card">
          <h2>{say('games.server')}</h2>
          {onServer.value.length === 0 && <p class="quiet">{say('games.none')}</p>}
          <ul class="plain-list">
            {onServer.value.map((match) => (
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
          {onDevice.value.length === 0 && <p class="quiet">{say('games.none')}</p>}
          <ul class="plain-list">
            {onDevice.value.map((game) => (
              <DeviceGame key={game.id} game={game}>
                <button type="button" class="button button-plain" onClick={() => attempt(forgetGame(game.id).then(readDevice))}>
                  {say('games.forget')}
                </button>
              </DeviceGame>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
