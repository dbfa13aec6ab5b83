// Knows the lobby's page: a game at once with whoever wants the same, open offers, and games to watch.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ensurePlayer, problemText } from '../../app/api';
import { preferences } from '../../app/preferences';
import { go, query } from '../../app/router';
import { againstComputer } from '../../app/starting';
import { freshRequest, theLine } from '../../line/line';
import '../../styles/lobby.css';
import '../../messages/en_people';
import { say, sayIfKnown } from '../../messages/messages';
import type { ClientMessage, MatchSummary, Seek, ServerMessage } from '../../wire';
import { clockOf, type Preset } from '../new_game/clocks';
import { clockName, gameName, playersText } from './naming';
import { emptyLobby, hearLobby, type LobbyState } from './lobby_state';

const quickGames = ['american', 'flying-king', 'sternhalma'] as const;
const quickClocks: readonly Preset[] = ['blitz', 'rapid', 'none'];
const noOwn = { kind: 'fischer', minutes: 0, seconds: 0, periods: 0 } as const;

interface Looking {
  readonly request: string;
  readonly seek: string | undefined; // once the server has named it
  readonly game: string;
}

/** Asks the server and follows what it answers, over breaks of the connection too. */
function useLobby(): { lobby: Signal<LobbyState>; looking: Signal<Looking | undefined>; problem: Signal<string> } {
  const lobby = useSignal<LobbyState>(emptyLobby);
  const looking = useSignal<Looking | undefined>(undefined);
  const problem = useSignal('');
  useEffect(() => {
    const line = theLine();
    const hear = (message: ServerMessage) => {
      lobby.value = hearLobby(lobby.value, message);
      if (message.t === 'paired') {
        line.stand('seek', undefined);
        go(`/match/${message.match}`);
      } else if (message.t === 'done' && message.request === looking.peek()?.request) {
        looking.value = { ...looking.value!, seek: message.seek };
      } else if (message.t === 'refused' && message.match === undefined) {
        line.stand('seek', undefined);
        looking.value = undefined;
        problem.value = sayIfKnown(`refusal.${message.code}`, message.reason);
      }
    };
    const stop = line.listen(hear);
    line.stand('lobby', { t: 'lobby', on: true });
    return () => {
      line.stand('lobby', undefined);
      line.stand('seek', undefined);
      line.say({ t: 'lobby', on: false });
      const seek = looking.peek()?.seek;
      if (seek !== undefined) line.say({ t: 'unseek', request: freshRequest(), seek });
      stop();
    };
  }, []);
  return { lobby, looking, problem };
}

export function LobbyPage() {
  const { lobby, looking, problem } = useLobby();
  const attempt = (what: Promise<unknown>) => {
    problem.value = '';
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  const say_ = (message: ClientMessage) => void theLine().say(message);

  const look = async (game: string, preset: Preset) => {
    await ensurePlayer(preferences.value.name);
    const request = freshRequest();
    looking.value = { request, seek: undefined, game };
    // Said again on a new connection: a seek ends with the connection that made it.
    theLine().stand('seek', { t: 'seek', request, terms: { game, clock: clockOf(preset, noOwn), quick: true } });
  };
  const stopLooking = () => {
    const seek = looking.value?.seek;
    theLine().stand('seek', undefined);
    if (seek !== undefined) say_({ t: 'unseek', request: freshRequest(), seek });
    looking.value = undefined;
  };
  const take = async (seek: Seek) => {
    await ensurePlayer(preferences.value.name);
    say_({ t: 'take_seek', request: freshRequest(), seek: seek.id });
  };

  const { seeks, matches, online } = lobby.value;
  const you = theLine().you.value?.id;
  const wanted = query.value.get('game');
  const games = wanted !== null && !quickGames.some((game) => game === wanted) ? [wanted, ...quickGames] : quickGames;
  return (
    <>
      <div class="lobby-head">
        <h1>{say('lobby.title')}</h1>
        {online > 0 && <p class="quiet">{say('lobby.online', { count: online })}</p>}
      </div>
      {problem.value !== '' && (
        <p class="notice notice-bad" role="alert">
          {problem.value}
        </p>
      )}
      <section class="card" aria-labelledby="quick-title">
        <h2 id="quick-title">{say('lobby.quick')}</h2>
        {looking.value === undefined ? (
          <>
            <p class="quiet">{say('lobby.quick.about')}</p>
            <div class="quick">
              {games.map((game) => (
                <div key={game} class={`quick-game${game === wanted ? ' is-wanted' : ''}`}>
                  <b>{gameName(game)}</b>
                  <div class="row">
                    {quickClocks.map((preset) => (
                      <button key={preset} type="button" class="button" onClick={() => attempt(look(game, preset))}>
                        {clockName(clockOf(preset, noOwn))}
                      </button>
                    ))}
                  </div>
                </div>
              ))}
            </div>
          </>
        ) : (
          <div class="stack">
            <p role="status">
              {say('lobby.quick.waiting')} <b>{gameName(looking.value.game)}</b>
            </p>
            <div class="row">
              <button type="button" class="button" onClick={stopLooking}>
                {say('lobby.quick.stop')}
              </button>
              <button type="button" class="button" onClick={() => attempt(againstComputer(looking.peek()?.game ?? 'american'))}>
                {say('lobby.quick.computer')}
              </button>
            </div>
          </div>
        )}
      </section>
      <div class="lobby-lists">
        <section class="card" aria-labelledby="seeks-title">
          <h2 id="seeks-title">{say('lobby.seeks')}</h2>
          {seeks.length === 0 && <p class="quiet">{say('lobby.seeks.none')}</p>}
          <ul class="plain-list">
            {seeks.map((seek) => (
              <li key={seek.id}>
                <span>
                  <b>{seek.host.name}</b>
                  {seek.host.rating !== undefined && <span class="quiet"> {seek.host.rating}</span>}
                  <br />
                  <span class="quiet small">
                    {gameName(seek.game)} · {clockName(seek.clocks[0])}
                    {seek.rated === true && ` · ${say('lobby.rated')}`}
                    {seek.seats > 2 && ` · ${seek.sitters.length}/${seek.seats}`}
                  </span>
                </span>
                {seek.host.id === you ? (
                  <button type="button" class="button" onClick={() => say_({ t: 'unseek', request: freshRequest(), seek: seek.id })}>
                    {say('lobby.withdraw')}
                  </button>
                ) : (
                  <button type="button" class="button button-main" onClick={() => attempt(take(seek))}>
                    {say('lobby.take')}
                  </button>
                )}
              </li>
            ))}
          </ul>
          <p>
            <a class="button" href={`/new/${wanted ?? 'american'}?with=anyone`}>
              {say('lobby.new')}
            </a>
          </p>
        </section>
        <MatchList title={say('lobby.tables')} matches={matches.filter((match) => match.phase === 'waiting')} verb={say('table.sit')} none="" />
        <MatchList
          title={say('lobby.watch')}
          matches={matches.filter((match) => match.phase === 'running')}
          verb={say('lobby.watch.go')}
          none={say('lobby.watch.none')}
        />
      </div>
    </>
  );
}

function MatchList({ title, matches, verb, none }: { title: string; matches: readonly MatchSummary[]; verb: string; none: string }) {
  if (matches.length === 0 && none === '') return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      {matches.length === 0 && <p class="quiet">{none}</p>}
      <ul class="plain-list">
        {matches.map((match) => (
          <li key={match.match}>
            <span>
              <b>{playersText(match)}</b>
              <br />
              <span class="quiet small">
                {gameName(match.game)} · {clockName(match.clocks?.[0])} · {say('lobby.moves', { count: match.ply ?? 0 })}
              </span>
            </span>
            <a class="button" href={`/match/${match.match}`}>
              {verb}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
