// Knows what is shown at a table whose seats are not all taken: the link to send, and what else fills them.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ask, hasAccount, problemText } from '../../app/api';
import { preferences } from '../../app/preferences/preferences';
import { Problem } from '../../app/problem';
import { go } from '../../app/router/router';
import { signInPath } from '../../app/sign_in';
import type { LiveTable } from '../../table/live_table';
import { say } from '../../messages/messages';
import { gameName } from '../lobby/naming';
import { takeSeat } from '../lobby/tables';
import '../../messages/en_new_game';
import '../../styles/waiting.css';
import { Invitation } from './invitation';

async function getUp(match: string): Promise<void> {
  await ask('POST', `/api/matches/${match}/leave`, {});
  go('/');
}

export function Waiting({ table }: { readonly table: LiveTable }) {
  const problem = useSignal('');
  const state = table.state.value;
  const wasHost = useRef(state.isHost); // as one came
  if (state.phase !== 'waiting') return null;
  const link = state.invitation;
  const isSeated = state.seats.some((seat) => seat.isMine);
  const isShut = state.isRated && !hasAccount(); // to whoever has no account
  const attempt = (what: Promise<unknown>) => {
    problem.value = '';
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  return (
    <section class="card stack waiting-table">
      {link !== null && <Invitation link={link} title={gameName(state.token)} free={state.seats.filter((seat) => seat.player === undefined).length} />}
      {/* One who sat down became it: that is said, for more can be done now. */}
      <p role="status" class={state.isHost && !wasHost.current ? 'notice small' : 'only-spoken'}>
        {state.isHost && !wasHost.current && say('table.open.host')}
      </p>
      {isSeated && link === null && !table.isByLink && <p>{say('table.open.listed')}</p>}
      {state.isHost && (
        <button
          type="button"
          class="button"
          onClick={() => attempt(ask('POST', `/api/matches/${table.match}/fill`, { engine: preferences.peek().level }))}
        >
          {say('table.fill')}
        </button>
      )}
      {!isSeated && <p>{say(table.isByLink ? 'table.invited' : isShut ? 'table.open.rated' : 'table.open')}</p>}
      {!isSeated && !table.isByLink && isShut && (
        <a class="button button-main" href={signInPath()}>
          {say('table.open.sign_in')}
        </a>
      )}
      {!isSeated && !table.isByLink && !isShut && (
        <button type="button" class="button button-main" onClick={() => attempt(takeSeat(table.match))}>
          {say('table.sit')}
        </button>
      )}
      {isSeated && (
        <button type="button" class="button" onClick={() => attempt(getUp(table.match))}>
          {say('table.leave')}
        </button>
      )}
      <Problem text={problem.value} />
    </section>
  );
}
