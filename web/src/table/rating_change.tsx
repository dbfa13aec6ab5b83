// Knows what a game that has just ended makes of this player's rating. The line is there with the end of the game, and says
// the rating before it until the server has worked out the new one, a moment later. Does not know how that is done.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { tryAfterPauses } from '../app/after_pauses';
import { me, refreshMe } from '../app/api';
import type { PlayerView } from '../game/model';
import { ratingText } from '../game/players/rating_text';
import { say } from '../messages/messages';
import type { Me, Rating } from '../wire';
import { changeText, firstRating, newRating, type Known } from './new_rating';

const pausesMs = [300, 1000, 3000, 8000];

const ratingsOf = (player: Me | undefined): readonly Rating[] => player?.ratings ?? [];

/** `own`: as the player came to this table; without a rating where it was their first game of its kind. */
export function RatingChange({ own }: { readonly own: PlayerView | undefined }) {
  const change = useSignal<{ readonly from: Known; readonly to: Rating } | undefined>(undefined);
  const atFirst: Known = own?.rating === undefined || own.rating === 0 ? firstRating : { rating: own.rating, provisional: own.isProvisional === true };
  useEffect(() => {
    const before = ratingsOf(me.peek());
    return tryAfterPauses(pausesMs, async () => {
      const now = newRating(before, ratingsOf(await refreshMe()));
      if (now !== undefined) change.value = now;
      return now !== undefined;
    });
  }, []);
  const rating = change.value === undefined ? ratingText(atFirst.rating, atFirst.provisional) : changeText(change.value.from, change.value.to);
  const isProvisional = change.value?.to.provisional ?? (change.value === undefined && atFirst.provisional);
  return (
    <p class="rating-change" aria-live="polite" title={isProvisional ? say('rating.provisional') : undefined}>
      {say('table.rating', { rating })}
    </p>
  );
}
