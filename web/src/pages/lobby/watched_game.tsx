// Knows a game of the lobby that runs now: its small board, who plays it in which colour, with which rating and how much time.
import { useMemo } from 'preact/hooks';
import { preferences } from '../../app/preferences/preferences';
import { dressOf } from '../../board/types';
import { Clock } from '../../game/clock/clock';
import { botName, levelName, nameAtSeat } from '../../game/computer';
import { PlayerLink } from '../../game/players/player_link';
import { RatingNumber } from '../../game/players/rating_number';
import { SetSign } from '../../game/set_sign';
import { theLine } from '../../line/line';
import '../../styles/seats.css';
import type { MatchSummary } from '../../wire';
import { SmallBoard } from './small_board';
import { useListedBoard, type ListedBoard } from './listed_board';
import { watchedClocks } from './watched_clocks';

/** Has its place before it is known what it shows. */
function SeatDiscs({ listed, seat }: { readonly listed: ListedBoard | undefined; readonly seat: number }) {
  if (listed?.view.layout.shape === 'star') {
    return (
      <span class="discs" aria-hidden="true">
        {listed.sets[seat]?.map((set) => <SetSign key={set} set={set} />)}
      </span>
    );
  }
  const colour = listed === undefined ? '' : seat === listed.view.lightSeat ? ' disc-light' : ' disc-dark';
  return (
    <span class="discs" aria-hidden="true">
      <span class={`disc${colour}`} />
    </span>
  );
}

function WatchedSeats({ match, listed }: { readonly match: MatchSummary; readonly listed: ListedBoard | undefined }) {
  const { board, pieces } = preferences.value;
  const clocks = useMemo(() => watchedClocks(match), [match]);
  const since = useMemo(() => (match.time === undefined ? undefined : theLine().momentOf(match.time.at)), [match]);
  return (
    <ul class={`watched-seats ${dressOf(board, pieces, listed?.view.darkIs)}`}>
      {match.seats.map(({ player }, seat) => {
        const clock = clocks[seat];
        const isTurn = match.turn === seat;
        const isBot = player?.kind === 'engine';
        const name = isBot ? botName(seat) : nameAtSeat(player); // as at the table
        return (
          <li key={seat} class={`watched-seat${isTurn ? ' is-turn' : ''}`} aria-current={isTurn ? 'true' : undefined}>
            <SeatDiscs listed={listed} seat={seat} />
            <b class="watched-name">{player === undefined ? name : <PlayerLink player={player}>{name}</PlayerLink>}</b>{' '}
            <span class="watched-facts">
              {isBot && <span class="quiet small">{levelName(player.id, player.name)}</span>}
              {player?.rating !== undefined && (
                <span class="quiet small">
                  <RatingNumber rating={player.rating} isProvisional={player.provisional} />
                </span>
              )}{' '}
              {clock !== undefined && since !== undefined && <Clock clock={clock} isRunning={match.time?.running === seat} since={since} of={name} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function WatchedGame({ match, hasBoard }: { readonly match: MatchSummary; readonly hasBoard: boolean }) {
  const listed = useListedBoard(match.game, match.position ?? '');
  const isKnown = match.position !== undefined; // how it stands, which the server may have to read first
  return (
    <>
      {/* For the hand that takes the board itself; the button below is for everybody. */}
      {hasBoard && (
        <a href={`/match/${match.match}`} tabIndex={-1} aria-hidden="true">
          <SmallBoard listed={isKnown ? listed : undefined} />
        </a>
      )}
      <WatchedSeats match={match} listed={listed} />
    </>
  );
}
