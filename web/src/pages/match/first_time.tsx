// Knows what somebody is told who plays a game for the first time: what it is about, and how one begins. It goes when it is put
// away, or with one's own second move of that game, and does not come again. Does not know the rules.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LiveTable } from '../../table/live_table';
import '../../messages/en_new_game';
import { sideName } from '../../game/naming';
import { say, sayIfKnown } from '../../messages/messages';
import '../../styles/waiting.css';
import { hasMoved, isKnownNow } from './new_games';

export function FirstTime({ table }: { readonly table: LiveTable }) {
  const isAway = useSignal(false);
  const { token, phase, seats } = table.state.value;
  const [game = ''] = token.split(':');
  const own = seats.find(({ isMine }) => isMine)?.seat;
  const made = table.tree.moves().filter(({ seat }) => seat === own).length;
  useEffect(() => {
    if (hasMoved(token, table.match, made)) isAway.value = true;
  }, [made]);
  if (isAway.value || phase !== 'running') return null;
  return (
    <section class="card first-time" aria-labelledby="first-time-title">
      <h2 id="first-time-title">{say('table.learn')}</h2>
      <p>
        {own === undefined ? '' : `${say('table.learn.side', { side: sideName(table.tree, own) })} `}
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
