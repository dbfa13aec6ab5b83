// Knows what somebody is told who plays a game for the first time: what it is about, and how one begins. It goes when it is put
// away, and does not come again once a few moves of that game have been played. Refuses to know the rules.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LiveTable } from '../../table/live_table';
import '../../messages/en_new_game';
import { say, sayIfKnown } from '../../messages/messages';
import '../../styles/waiting.css';
import { isKnownNow } from './new_games';

/** By then one has seen how it goes. */
const roundsToLearn = 3;

export function FirstTime({ table }: { readonly table: LiveTable }) {
  const isAway = useSignal(false);
  const { token, phase, ply, seats } = table.state.value;
  const [game = ''] = token.split(':');
  const isLearnt = ply >= roundsToLearn * seats.length;
  useEffect(() => {
    if (isLearnt) isKnownNow(token);
  }, [isLearnt]);
  if (isAway.value || phase !== 'running') return null;
  return (
    <section class="card first-time" aria-labelledby="first-time-title">
      <h2 id="first-time-title">{say('table.learn')}</h2>
      <p>
        {table.tree.layout.shape === 'star' ? say('table.learn.star') : sayIfKnown(`game.${game}.about`, '')} {say('table.learn.pick')}
      </p>
      <p class="row">
        <a class="button small" href={`/rules/${game}`}>
          {say('table.learn.rules')}
        </a>
        <button
          type="button"
          class="button button-plain small"
          onClick={() => {
            isKnownNow(token);
            isAway.value = true;
          }}
        >
          {say('table.learn.away')}
        </button>
      </p>
    </section>
  );
}
