// Knows the list of those who wait: who, with which rating, for what, on which clock and since when.
import { PlayerLink } from '../../game/player_link';
import { ratingText } from '../../game/rating_text';
import { say } from '../../messages/messages';
import type { Seek } from '../../wire';
import { clockName, gameName, playersText } from './naming';
import { useSeconds } from '../../app/seconds';
import { lengthOfTime, type Row } from './waiting';

interface WaitingListProps {
  readonly rows: readonly Row[];
  readonly you: string | undefined;
  readonly take: (seek: Seek) => void;
  readonly withdraw: (seek: Seek) => void;
}

export function WaitingList({ rows, you, take, withdraw }: WaitingListProps) {
  const now = useSeconds().value;
  return (
    <ul class="plain-list">
      {rows.map((row) => (
        <li key={row.kind === 'seek' ? row.seek.id : row.match.match}>
          {row.kind === 'seek' ? (
            <>
              <span>
                <b>
                  <PlayerLink player={row.seek.host} />
                </b>
                {row.seek.host.id === you && <span class="quiet"> {say('table.you')}</span>}
                {row.seek.host.rating !== undefined && <span class="quiet"> {ratingText(row.seek.host.rating, row.seek.host.provisional)}</span>}
                <br />
                <span class="quiet small">
                  {gameName(row.seek.game)} · {clockName(row.seek.clocks[0])}
                  {row.seek.rated === true && ` · ${say('lobby.rated')}`}
                  {row.seek.seats > 2 && ` · ${row.seek.sitters.length}/${row.seek.seats}`}
                  {` · ${say('lobby.waited', { time: lengthOfTime(now - row.since) })}`}
                </span>
              </span>
              {row.seek.host.id === you ? (
                <button type="button" class="button" onClick={() => withdraw(row.seek)}>
                  {say('lobby.withdraw')}
                </button>
              ) : (
                <button type="button" class="button button-main" onClick={() => take(row.seek)}>
                  {say('lobby.take')}
                </button>
              )}
            </>
          ) : (
            <>
              <span>
                <b>{playersText(row.match)}</b>
                <br />
                <span class="quiet small">
                  {gameName(row.match.game)} · {clockName(row.match.clocks?.[0])}
                  {row.match.rated === true && ` · ${say('lobby.rated')}`}
                  {` · ${row.match.seats.filter((seat) => seat.player !== undefined).length}/${row.match.seats.length}`}
                  {` · ${say('lobby.waited', { time: lengthOfTime(now - row.since) })}`}
                </span>
              </span>
              <a class="button" href={`/match/${row.match.match}`}>
                {say('table.sit')}
              </a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
