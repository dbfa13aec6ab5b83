// Knows how those are named who sit at a table of a list, each with the way to their page.
import { Fragment } from 'preact';
import { nameAtSeat } from '../../game/computer';
import { PlayerLink } from '../../game/player_link';
import type { MatchSummary } from '../../wire';

/** Who sits there; how many are still missing stands beside it. A player who is gone from a game that runs is nobody. */
export function namedSeats({ phase, seats }: MatchSummary): MatchSummary['seats'] {
  return phase === 'waiting' ? seats.filter((seat) => seat.player !== undefined) : seats;
}

export function PlayerNames({ match }: { readonly match: MatchSummary }) {
  const seats = namedSeats(match);
  if (seats.length === 0) return <>–</>;
  return (
    <>
      {seats.map(({ player }, at) => (
        <Fragment key={at}>
          {at > 0 && ' – '}
          {player === undefined ? nameAtSeat(player) : <PlayerLink player={player}>{nameAtSeat(player)}</PlayerLink>}
        </Fragment>
      ))}
    </>
  );
}
