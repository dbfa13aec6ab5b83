// Knows how somebody's ratings are shown, by kind of game and pace, and how one of them came to be. Does not know whose they
// are.
import { useSignal } from '@preact/signals';
import { useLater } from '../../app/later';
import { RatingNumber } from '../../game/players/rating_number';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import '../../styles/ratings.css';
import type { Rating } from '../../wire';
import { gameName } from '../lobby/naming';

const ratingGraph = async () => (await import('./rating_graph')).RatingGraph;

const kindOf = ({ family, pace }: Rating): string => `${gameName(family)} · ${say(`account.pace.${pace}`)}`;
const keyOf = ({ family, pace }: Rating): string => `${family} ${pace}`;

/** Of several one is chosen, whose history is drawn; the one that was played most, until another is. */
function Kinds({ ratings, shown, show }: { readonly ratings: readonly Rating[]; readonly shown: Rating; readonly show: (key: string) => void }) {
  return (
    <fieldset class="rating-kinds">
      <legend class="only-spoken">{say('account.graph.of')}</legend>
      {ratings.map((rating) => (
        <label key={keyOf(rating)} class="rating-kind">
          {ratings.length > 1 && <input type="radio" name="rating-kind" checked={rating === shown} onChange={() => show(keyOf(rating))} />}
          <span>
            {kindOf(rating)}
            <br />
            <span class="quiet small">{say('account.rating.games', { count: rating.games })}</span>
          </span>
          <b>
            <RatingNumber rating={rating.rating} isProvisional={rating.provisional} />
          </b>
        </label>
      ))}
    </fieldset>
  );
}

export function Ratings({ player, ratings }: { readonly player: string; readonly ratings: readonly Rating[] }) {
  const chosen = useSignal('');
  const Graph = useLater(ratings.length > 0, ratingGraph);
  const mostPlayed = ratings.reduce<Rating | undefined>((most, each) => (most === undefined || each.games > most.games ? each : most), undefined);
  const shown = ratings.find((rating) => keyOf(rating) === chosen.value) ?? mostPlayed;
  return (
    <section class="card ratings">
      <h2>{say('account.ratings')}</h2>
      {shown === undefined ? (
        <p class="quiet">{say('account.ratings.none')}</p>
      ) : (
        <div class="ratings-inside">
          <div>
            <Kinds ratings={ratings} shown={shown} show={(key) => (chosen.value = key)} />
            {ratings.some(({ provisional }) => provisional === true) && <p class="quiet small">{say('player.provisional')}</p>}
          </div>
          {Graph === null ? <div class="rating-graph" /> : <Graph player={player} rating={shown} kind={kindOf(shown)} />}
        </div>
      )}
    </section>
  );
}
