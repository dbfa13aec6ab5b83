// Knows the first page: three featured games, each one click away; below them what runs and what else there is.
import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { ask, problemText } from '../../app/api';
import { againstComputer, inviteFriend } from '../../app/starting';
import '../../styles/home.css';
import '../../styles/lobby.css';
import { say, sayIfKnown, type MessageKey } from '../../messages/messages';
import type { MatchList, MatchSummary } from '../../wire';
import { clockName, gameName, playersText } from '../lobby/naming';
import { CheckersPicture, StarPicture } from './pictures';

interface DoorProps {
  readonly game: 'american' | 'flying-king' | 'sternhalma';
  readonly picture: ComponentChildren;
  readonly problem: Signal<string>;
}

/** The games that are not featured. */
const others = [
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

function Door({ game, picture, problem }: DoorProps) {
  const attempt = (what: Promise<unknown>) => {
    problem.value = '';
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  const title = `featured-${game}`;
  return (
    <section class="card featured-game" aria-labelledby={title}>
      {picture}
      <div class="featured-game-inside">
        <div class="featured-game-text">
          <h2 id={title}>{say(`game.${game}` as MessageKey)}</h2>
          <p>{say(`home.featured.${game}` as MessageKey)}</p>
        </div>
        <div class="ways">
          <button type="button" class="button button-main" onClick={() => attempt(againstComputer(game))}>
            {say('home.computer')}
          </button>
          <button type="button" class="button" onClick={() => attempt(inviteFriend(game))}>
            {say('home.friend')}
          </button>
          <a class="button" href={`/lobby?game=${game}`}>
            {say('home.anyone')}
          </a>
          <a class="button" href={`/here/${game}`}>
            {say('home.here')}
          </a>
          <a class="button button-plain" href={`/new/${game}`}>
            {say('home.options')}
          </a>
        </div>
      </div>
    </section>
  );
}

/** What runs just now. A page that is offline has none to show and says nothing. */
function Running() {
  const running = useSignal<readonly MatchSummary[]>([]);
  const hasAsked = useSignal(false);
  useEffect(() => {
    ask<MatchList>('GET', '/api/matches').then(
      ({ matches }) => {
        running.value = matches.filter((match) => match.phase === 'running').slice(0, mostShown);
        hasAsked.value = true;
      },
      () => undefined,
    );
  }, []);
  if (!hasAsked.value) return null;
  return (
    <section class="card" aria-labelledby="running-title">
      <h2 id="running-title">{say('home.running')}</h2>
      {running.value.length === 0 && <p class="quiet">{say('home.running.none')}</p>}
      <ul class="plain-list">
        {running.value.map((match) => (
          <li key={match.match}>
            <span>
              <b>{playersText(match)}</b>
              <br />
              <span class="quiet small">
                {gameName(match.game)} · {clockName(match.clocks?.[0])} · {say('lobby.moves', { count: match.ply ?? 0 })}
                {(match.spectators ?? 0) > 0 && ` · ${say('home.watching', { count: match.spectators ?? 0 })}`}
              </span>
            </span>
            <a class="button" href={`/match/${match.match}`}>
              {say('lobby.watch.go')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const mostShown = 6;

export function HomePage() {
  const problem = useSignal('');
  const yours = useSignal<FunctionComponent | null>(null);
  useEffect(() => {
    // After the featured games are there: most who come have no game to go on with.
    import('./yours').then(
      ({ Yours }) => (yours.value = Yours),
      () => undefined,
    );
  }, []);
  const Yours = yours.value;
  return (
    <>
      <div class="welcome">
        <h1>{say('home.title')}</h1>
        <p>{say('home.text')}</p>
      </div>
      {problem.value !== '' && (
        <p class="notice notice-bad" role="alert">
          {problem.value}
        </p>
      )}
      <div class="featured-games">
        <Door game="american" picture={<CheckersPicture kings={false} />} problem={problem} />
        <Door game="flying-king" picture={<CheckersPicture kings />} problem={problem} />
        <Door game="sternhalma" picture={<StarPicture />} problem={problem} />
      </div>
      <div class="lobby-lists">
        {Yours !== null && <Yours />}
        <details class="card more-games">
          <summary>
            <h2>{say('home.more')}</h2>
            <span class="quiet">{say('home.more.text')}</span>
          </summary>
          <ul class="plain-list">
            {others.map((id) => (
              <li key={id}>
                <span>
                  <b>{say(`game.${id}`)}</b>
                  <br />
                  <span class="quiet small">{sayIfKnown(`game.${id}.about`, '\u00a0')}</span>
                </span>
                <a class="button" href={`/new/${id}`}>
                  {say('lobby.take')}
                </a>
              </li>
            ))}
          </ul>
        </details>
        <Running />
      </div>
    </>
  );
}
