// Knows the games that run now, each with a small board that follows it.
import { say } from '../../messages/messages';
import type { MatchSummary } from '../../wire';
import { clockName, gameName, playersText } from './naming';
import { SmallBoard } from './small_board';

/** More boards than a screen holds only cost. */
const mostBoards = 12;

export function Watching({ matches }: { readonly matches: readonly MatchSummary[] }) {
  return (
    <ul class="watching">
      {matches.map((match, at) => (
        <li key={match.match}>
          {at < mostBoards && <SmallBoard game={match.game} position={match.position ?? ''} />}
          <b>{playersText(match)}</b>
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
