// Knows the games that run now, each with a small board that follows it. What draws the boards comes with the first game.
import { useLater } from '../../app/later';
import { say } from '../../messages/messages';
import type { MatchSummary } from '../../wire';
import { clockName, gameName } from './naming';
import { PlayerNames } from './player_names';

/** More boards than a screen holds only cost. */
const mostBoards = 12;

const watchedGame = async () => (await import('./watched_game')).WatchedGame;

export function Watching({ matches }: { readonly matches: readonly MatchSummary[] }) {
  const WatchedGame = useLater(matches.length > 0, watchedGame);
  return (
    <ul class="watching">
      {matches.map((match, at) => (
        <li key={match.match}>
          {WatchedGame === null ? (
            <>
              {at < mostBoards && <div class="small-board" />}
              <b>
                <PlayerNames match={match} />
              </b>
            </>
          ) : (
            <WatchedGame match={match} hasBoard={at < mostBoards} />
          )}
          <span class="quiet small">
            {gameName(match.game)} · {clockName(match.clocks?.[0])}
            {match.rated === true && ` · ${say('lobby.rated')}`}
            {match.position !== undefined && ` · ${say('lobby.moves', { count: match.ply ?? 0 })}`}
          </span>
          <a class="button" href={`/match/${match.match}`}>
            {say('lobby.watch.go')}
          </a>
        </li>
      ))}
    </ul>
  );
}
