// Knows what is shown at a table whose seats are not all taken: the link to send, and what else fills them.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ask, ensurePlayer, problemText } from '../../app/api';
import { copied } from '../../app/copying';
import { preferences } from '../../app/preferences';
import { go } from '../../app/router';
import { usualLevel } from '../../app/starting';
import type { LiveTable } from '../../table/live_table';
import { say } from '../../messages/messages';

/** Who has never played becomes a guest first. A match that one is invited to still asks for its link. */
async function sitDown(match: string): Promise<void> {
  await ensurePlayer(preferences.value.name);
  await ask('POST', `/api/matches/${match}/join`, {});
}

async function getUp(match: string): Promise<void> {
  await ask('POST', `/api/matches/${match}/leave`, {});
  go('/');
}

export function Waiting({ table }: { readonly table: LiveTable }) {
  const problem = useSignal('');
  const copying = useSignal<'' | 'copied' | 'selected'>('');
  const field = useRef<HTMLInputElement>(null);
  const state = table.state.value;
  if (state.phase !== 'waiting') return null;
  const link = state.invitation;
  const isSeated = state.seats.some((seat) => seat.isMine);
  const attempt = (what: Promise<unknown>) => {
    problem.value = '';
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  const copy = async (text: string) => {
    copying.value = (await copied(text)) ? 'copied' : 'selected';
    if (copying.value === 'selected') field.current?.select(); // one key, or a long touch, from being copied
  };
  return (
    <section class="card stack">
      {link !== null && (
        <>
          <p>{say('table.invite')}</p>
          <div class="link-to-send">
            <input
              ref={field}
              type="text"
              readOnly
              value={link}
              aria-label={say('table.invite.link')}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button type="button" class="button button-main" onClick={() => void copy(link)}>
              {say(copying.value === 'copied' ? 'shell.copied' : 'shell.copy')}
            </button>
          </div>
          <p role="status" class={copying.value === 'selected' ? 'quiet small' : 'only-spoken'}>
            {copying.value === 'copied' && say('table.link.copied')}
            {copying.value === 'selected' && say('table.link.selected')}
          </p>
        </>
      )}
      {state.isHost && (
        <button
          type="button"
          class="button"
          onClick={() => attempt(ask('POST', `/api/matches/${table.match}/fill`, { engine: usualLevel }))}
        >
          {say('table.fill')}
        </button>
      )}
      {!isSeated && <p>{say(table.isByLink ? 'table.invited' : 'table.open')}</p>}
      {!isSeated && !table.isByLink && (
        <button type="button" class="button button-main" onClick={() => attempt(sitDown(table.match))}>
          {say('table.sit')}
        </button>
      )}
      {isSeated && (
        <button type="button" class="button" onClick={() => attempt(getUp(table.match))}>
          {say('table.leave')}
        </button>
      )}
      {problem.value !== '' && <p class="notice notice-bad">{problem.value}</p>}
    </section>
  );
}
