// Knows how somebody's ratings are listed, by kind of game and pace. Does not know whose they are.
import { ratingText } from '../../game/rating_text';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { Rating } from '../../wire';
import { gameName } from '../lobby/naming';

export function Ratings({ ratings }: { readonly ratings: readonly Rating[] }) {
  return (
    <section class="card">
      <h2>{say('account.ratings')}</h2>
      {ratings.length === 0 && <p class="quiet">{say('account.ratings.none')}</p>}
      <ul class="plain-list">
        {ratings.map((rating) => (
          <li key={`${rating.family} ${rating.pace}`}>
            <span>
              {gameName(rating.family)} · {say(`account.pace.${rating.pace}`)}
              <br />
              <span class="quiet small">{say('account.rating.games', { count: rating.games })}</span>
            </span>
            <b>{ratingText(rating.rating, rating.provisional)}</b>
          </li>
        ))}
      </ul>
      {ratings.some(({ provisional }) => provisional === true) && <p class="quiet small">{say('player.provisional')}</p>}
    </section>
  );
}
