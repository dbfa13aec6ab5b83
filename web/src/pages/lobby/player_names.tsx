// Knows how those are named who sit at a table of a list, each with their rating and the way to their page.
import { Fragment } from 'preact';
import { nameAtSeat } from '../../game/computer';
import { PlayerLink } from '../../game/players/player_link';
import { RatingNumber } from '../../game/players/rating_number';
import { sayNumber } from '../../messages/messages';
import type { MatchSummary, Player } from '../../wire';

/** Who sits there; how many are still missing stands beside it. A player who is gone from a game that runs is nobody. */
export function namedSeats({ phase, seats }: MatchSummary): MatchSummary['seats'] {
  return phase === 'waiting' ? seats.filter((seat) => seat.player !== undefined) : seats;
}

interface Named {
  readonly player: Player | undefined;
  readonly count: number;
}

/** Everybody once, and computers of one level together. */
export function namedTogether(seats: MatchSummary['seats']): readonly Named[] {
  const isBot = ({ player }: MatchSummary['seats'][number]) => player?.kind === 'engine';
  const firsts = seats.filter((seat, at) => !isBot(seat) || seats.findIndex(({ player }) => player?.id === seat.player?.id) === at);
  return firsts.map((seat) => ({ player: seat.player, count: isBot(seat) ? seats.filter(({ player }) => player?.id === seat.player?.id).length : 1 }));
}

export function PlayerNames({ match }: { readonly match: MatchSummary }) {
  const named = namedTogether(namedSeats(match));
  if (named.length === 0) return <>–</>;
  return (
    <>
      {named.map(({ player, count }, at) => (
        <Fragment key={at}>
          {at > 0 && ' – '}
          {count > 1 && `${sayNumber(count)} × `}
          {player === undefined ? nameAtSeat(player) : <PlayerLink player={player}>{nameAtSeat(player)}</PlayerLink>}
          {player?.rating !== undefined && (
            <span class="quiet names-rating">
              {' '}
              <RatingNumber rating={player.rating} isProvisional={player.provisional} />
            </span>
          )}
        </Fragment>
      ))}
    </>
  );
}
