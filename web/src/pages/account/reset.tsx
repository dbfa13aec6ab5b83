// Knows the page of a one-time link: one chooses a new password with it, and is told what to do where the link is used or
// old. The link's code stands behind `#`, so that no server and no log is given it before it is used.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../app/api';
import { Problem } from '../../app/problem';
import '../../styles/lobby.css';
import '../../messages/en_people';
import { address } from '../../app/router/router';
import { say } from '../../messages/messages';
import type { ResetDone } from '../../wire';
import { ShortForm } from './forms';

export function ResetPage() {
  const fragment = address.value.fragment;
  // There from the first drawing on: otherwise a screen reader would begin to say that the link is not complete.
  const code = useSignal(fragment.slice(1));
  const name = useSignal('');
  // Out of the address as soon as it is read: it must not stay in the history, or in a picture of the screen.
  useEffect(() => {
    if (fragment === '') return;
    code.value = fragment.slice(1); // another link, perhaps, opened in the same tab
    name.value = '';
    history.replaceState(null, '', '/reset');
  }, [fragment]);
  return (
    <>
      <h1>{say('account.reset')}</h1>
      {name.value !== '' ? (
        <p class="notice" role="status">
          {say('account.reset.done', { name: name.value })} <a href="/account">{say('account.sign.in')}</a>
        </p>
      ) : code.value === '' ? (
        <Problem text={say('refusal.link_wrong')} />
      ) : (
        <section class="card">
          <p class="quiet">{say('account.reset.about')}</p>
          <ShortForm
            fields={[{ name: 'new', label: say('account.password.new'), kind: 'password', autocomplete: 'new-password' }]}
            verb={say('account.reset')}
            isMain
            send={async (values) => {
              const request = { code: code.value, new_password: values['new'] ?? '' };
              name.value = (await ask<ResetDone>('POST', '/api/account/reset', request)).name;
            }}
          />
        </section>
      )}
    </>
  );
}
