// Knows the page of one's own games: those that the server keeps, and those on this device.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, problemText, refreshMe } from '../../app/api';
import '../../styles/lobby.css';
import { forgetGame, keptGames, type KeptGame } from '../../table/kept_games';
import { say, sayDate, sayIfKnown } from '../../words/words';
import type { MatchList, MatchSummary } from '../../wire';
import { clockName, gameName } from '../lobby/naming';

function phaseText(match: MatchSummary): string {
  if (match.my_turn === true) return say('games.your.turn');
  if (match.phase === 'over' && match.result !== undefined && match.result !== '') return match.result;
  return say(`games.${match.phase}`);
}

function ServerGame({ match }: { readonly match: MatchSummary }) {
  const others = match.seats.flatMap((seat, at) => (at === match.seat ? [] : [seat.player?.name ?? '–']));
  return (
    <li>
      <span>
        <b>{gameName(match.game)}</b> {say('games.against', { names: others.join(', ') })}
        <br />
        <span class="quiet small">
          {clockName(match.clocks?.[0])} · {phaseText(match)} · {sayDate(new Date(match.updated_at))}
        </span>
      </span>
      <a class={`button${match.my_turn === true ? ' button-main' : ''}`} href={`/match/${match.match}`}>
        {say('games.open')}
      </a>
    </li>
  );
}

function DeviceGame({ game, forget }: { readonly game: KeptGame; readonly forget: () => void }) {
  const level = game.levels.find((one) => one !== '');
  return (
    <li>
      <span>
        <b>{gameName(game.token)}</b>{' '}
        {level === undefined ? say('games.here') : say('games.against', { names: sayIfKnown(`level.${level}`, level) })}
        <br />
        <span class="quiet small">
          {say('lobby.moves', { count: game.moves.length })} · {say(game.isOver ? 'games.over' : 'games.running')} ·{' '}
          {sayDate(new Date(game.touchedAt))}
        </span>
      </span>
      <span class="row">
        <button type="button" class="button button-plain" onClick={forget}>
          {say('games.forget')}
        </button>
        <a class="button" href={`/here/${encodeURIComponent(game.token)}/${game.id}`}>
          {say('games.open')}
        </a>
      </span>
    </li>
  );
}

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
              <DeviceGame key={game.id} game={game} forget={() => attempt(forgetGame(game.id).then(readDevice))} />
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
