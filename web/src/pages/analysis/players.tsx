// Knows how the players of a game that is looked through are shown: at the edges of the board, with what they came to.
import { endText } from '../../game/reasons/ending';
import { computerName } from '../../game/computer';
import { seatTitle, sideName } from '../../game/naming';
import { RatingNumber } from '../../game/players/rating_number';
import { Discs } from '../../game/players/seats';
import type { GameTree } from '../../game/game_tree';
import { say } from '../../messages/messages';
import { accuracyText } from './evaluation';
import { wentFor } from '../games/result';
import type { Played } from './review';

interface PlayersProps {
  readonly played: Played;
  readonly tree: GameTree;
  readonly lightSeat: number;
  readonly below: number; // whose seat is at the bottom
  readonly accuracies: readonly (number | undefined)[]; // none before the game has been looked through
}

/** Of two: one above the board, one below. */
export function Players({ played, tree, lightSeat, below, accuracies }: PlayersProps) {
  const places = played.seats.map(({ place }) => place);
  const one = (seat: number, where: string) => {
    const view = played.seats[seat];
    if (view === undefined) return null;
    const title = seatTitle(tree, view);
    const side = sideName(tree, seat);
    const went = wentFor(places, seat);
    const accuracy = accuracies[seat];
    return (
      <div class={`seats seats-${where}`}>
        <div class="seat">
          <Discs tree={tree} seat={seat} lightSeat={lightSeat} />
          <span class="seat-name">
            <span class="seat-who">{title}</span>
            {(title !== side || view.player?.rating !== undefined || accuracy !== undefined) && (
              <span class="seat-facts">
                {title !== side && <span>{side}</span>}
                {view.player?.kind === 'engine' && <span>{computerName(view.player.id, view.player.name)}</span>}
                {view.player?.rating !== undefined && <span><RatingNumber rating={view.player.rating} isProvisional={view.player.isProvisional} /></span>}
                {accuracy !== undefined && (
                  <span class="seat-accuracy">
                    {say('analysis.accuracy')} <b>{accuracyText(accuracy)}</b>
                  </span>
                )}
              </span>
            )}
          </span>
          {typeof went === 'string' && <span class={`seat-place went-${went}`}>{say(`games.${went}`)}</span>}
        </div>
      </div>
    );
  };
  return (
    <>
      {one(1 - below, 'others')}
      {one(below, 'own')}
    </>
  );
}

/** What the game came to, where it was played, and the way back to it. */
export function Result({ played, tree }: Pick<PlayersProps, 'played' | 'tree'>) {
  const { ended, seats, back, occasion = '', result = '' } = played;
  const end = ended === null ? result : endText(tree, { ended, seats }) || result;
  return (
    <p class="review-result">
      {end !== '' && <b>{end}</b>} {occasion !== '' && <span class="quiet">{occasion}</span>}{' '}
      {back !== undefined && <a href={back}>{say('analysis.review.back')}</a>}
    </p>
  );
}
