// Knows the list of those who wait: who, with which rating, for what, on which clock and since when.
import { PlayerLink } from '../../game/players/player_link';
import { RatingNumber } from '../../game/players/rating_number';
import { say } from '../../messages/messages';
import type { Seek } from '../../wire';
import { hasAccount } from '../../app/api';
import { signInPath } from '../../app/sign_in';
import { clockName, gameName } from './naming';
import { PlayerNames } from './player_names';
import { useSeconds } from '../../app/seconds';
import { lengthOfTime, sitsAt, taken, type Row } from './waiting';

interface WaitingListProps {
  readonly rows: readonly Row[];
  readonly you: string | undefined;
  readonly take: (seek: Seek) => void;
  readonly withdraw: (seek: Seek) => void;
  readonly sit: (match: string) => void;
}

/** In place of a seat that only an account may take. */
function SignInToPlay({ then }: { readonly then: string }) {
  return (
    <a class="button" href={signInPath(then)} title={say('table.open.rated')}>
      {say('table.open.sign_in')}
    </a>
  );
}

export function WaitingList({ rows, you, take, withdraw, sit }: WaitingListProps) {
  const now = useSeconds().value;
  return (
    <ul class="plain-list waiting-list">
      {rows.map((row) => (
        <li key={row.kind === 'seek' ? row.seek.id : row.match.match}>
          {row.kind === 'seek' ? (
            <>
              <span>
                <b>
                  <PlayerLink player={row.seek.host} />
                </b>
                {row.seek.host.id === you && <span class="quiet"> {say('table.you')}</span>}
                {row.seek.host.rating !== undefined && <span class="quiet"> <RatingNumber rating={row.seek.host.rating} isProvisional={row.seek.host.provisional} /></span>}
                <br />
                <span class="quiet small">
                  {gameName(row.seek.game)} · {clockName(row.seek.clocks[0])}
                  {row.seek.rated === true && ` · ${say('lobby.rated')}`}
                  {row.seek.seats > 2 && ` · ${say('lobby.seated', { count: row.seek.sitters.length, all: row.seek.seats })}`}
                  {` · ${say('lobby.waited', { time: lengthOfTime(now - row.since) })}`}
                </span>
              </span>
              {row.seek.host.id === you ? (
                <button type="button" class="button" onClick={() => withdraw(row.seek)}>
                  {say('lobby.withdraw')}
                </button>
              ) : row.seek.rated === true && !hasAccount() ? (
                <SignInToPlay then="/lobby" />
              ) : (
                <button type="button" class="button button-main" onClick={() => take(row.seek)}>
                  {say('lobby.take')}
                </button>
              )}
            </>
          ) : (
            <>
              <span>
                <b>
                  <PlayerNames match={row.match} />
                </b>
                <br />
                <span class="quiet small">
                  <a class="player-link" href={`/match/${row.match.match}`}>{gameName(row.match.game)}</a> · {clockName(row.match.clocks?.[0])}
                  {row.match.rated === true && ` · ${say('lobby.rated')}`}
                  {row.match.seats.length > 2 && ` · ${say('lobby.seated', { count: taken(row.match), all: row.match.seats.length })}`}
                  {` · ${say('lobby.waited', { time: lengthOfTime(now - row.since) })}`}
                </span>
              </span>
              {sitsAt(row.match, you) ? (
                <a class="button" href={`/match/${row.match.match}`}>
                  {say('lobby.table')}
                </a>
              ) : row.match.rated === true && !hasAccount() ? (
                <SignInToPlay then={`/match/${row.match.match}`} />
              ) : (
                <button type="button" class="button button-main" onClick={() => sit(row.match.match)}>
                  {say('table.sit')}
                </button>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
