// Knows the games that run now, each with a small board that follows it. What draws the boards comes with the first game.
import { useLater } from '../../app/later';
import { say } from '../../messages/messages';
import type { MatchSummary } from '../../wire';
import { clockName, gameName } from './naming';
import { PlayerNames } from './player_names';

/** More boards than a screen holds only cost. */
const mostBoards = 12;

const smallBoard = async () => (await import('./small_board')).SmallBoard;

export function Watching({ matches }: { readonly matches: readonly MatchSummary[] }) {
  const SmallBoard = useLater(matches.length > 0, smallBoard);
  return (
    <ul class="watching">
      {matches.map((match, at) => (
        <li key={match.match}>
          {/* For the hand that takes the board itself; the button below is for everybody. */}
          {at < mostBoards && (
            <a href={`/match/${match.match}`} tabIndex={-1} aria-hidden="true">
              {SmallBoard === null ? <div class="small-board" /> : <SmallBoard game={match.game} position={match.position ?? ''} />}
            </a>
          )}
          <b>
            <PlayerNames match={match} />
          </b>
          <span class="quiet small">
            {gameName(match.game)} · {clockName(match.clocks?.[0])} · {say('lobby.moves', { count: match.ply ?? 0 })}
          </span>
          <a class="button" href={`/match/${match.match}`}>
            {say('lobby.watch.go')}
          </a>
        </li>
      ))}
    </ul>
  );
}
