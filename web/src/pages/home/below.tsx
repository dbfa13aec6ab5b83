// Knows what the first page has below its featured games: one's own games, all other games, and what runs just now.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../app/api';
import { otherGames } from '../../game/offered_games';
import { say, sayIfKnown } from '../../messages/messages';
import '../../styles/lobby.css';
import type { MatchList, MatchSummary } from '../../wire';
import { clockName, gameName } from '../lobby/naming';
import { PlayerNames } from '../lobby/player_names';
import { PuzzlesCard } from '../puzzles/puzzles_card';
import { Yours } from './yours';

function MoreGames() {
  return (
    <details class="card more-games">
      <summary>
        <h2>{say('home.more')}</h2>
        <span class="quiet">{say('home.more.text')}</span>
      </summary>
      <ul class="plain-list">
        {otherGames.map((id) => (
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
              <b>
                <PlayerNames match={match} />
              </b>
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

export function Below() {
  return (
    <div class="lobby-lists">
      <Yours />
      <PuzzlesCard />
      <MoreGames />
      <Running />
    </div>
  );
}
