// Knows the page at /oauth: a program asks to use the account, and its owner says yes or no. Does not know what may be
// asked: the server says that.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, me, problemText, refreshMe } from '../../app/api';
import { Problem } from '../../app/problem';
import '../../styles/lobby.css';
import '../../messages/en_people';
import { query } from '../../app/router/router';
import { say } from '../../messages/messages';
import type { OauthGranted, OauthRequest } from '../../wire';
import { ShortForm } from './forms';
import { SignInForm } from './sign_in';

function wishOf(values: URLSearchParams): Omit<OauthRequest, 'password' | 'deny'> {
  const text = (name: string) => values.get(name) ?? '';
  return {
    response_type: text('response_type'),
    client_id: text('client_id'),
    redirect_uri: text('redirect_uri'),
    code_challenge: text('code_challenge'),
    code_challenge_method: text('code_challenge_method'),
    scope: text('scope'),
    state: text('state'),
  };
}

/** What the owner can judge of an address: the machine, or the scheme of a program on this one. */
function placeOf(uri: string): string {
  try {
    const { host, protocol } = new URL(uri);
    return host === '' ? protocol : host;
  } catch {
    return uri;
  }
}

export function AuthorizePage() {
  const wish = wishOf(query.value);
  const problem = useSignal('');
  useEffect(() => void refreshMe().catch((reason: unknown) => (problem.value = problemText(reason))), []);
  const player = me.value?.player;
  const answer = async (more: { readonly password?: string; readonly deny?: boolean }) => {
    const { redirect } = await ask<OauthGranted>('POST', '/api/oauth/authorize', { ...wish, ...more });
    location.assign(redirect);
  };
  const isReading = !/play|write/.test(wish.scope ?? '');
  return (
    <>
      <h1>{say('account.oauth')}</h1>
      <Problem text={problem.value} />
      {player?.kind !== 'account' ? (
        <section class="card">
          <p>{say('account.oauth.sign')}</p>
          <SignInForm isMain signedIn={refreshMe} />
        </section>
      ) : (
        <section class="card">
          <p>{say('account.oauth.asks', { program: wish.client_id, name: player.name })}</p>
          <p>{say(isReading ? 'account.oauth.read' : 'account.oauth.play')}</p>
          <p>{say('account.oauth.goes', { place: placeOf(wish.redirect_uri) })}</p>
          <p class="quiet">{say('account.oauth.about')}</p>
          <div class="stack">
            <ShortForm
              fields={[{ name: 'password', label: say('account.password'), kind: 'password', autocomplete: 'current-password' }]}
              verb={say('account.oauth.allow')}
              isMain
              send={(values) => answer({ password: values['password'] ?? '' })}
            />
            <p>
              <button
                type="button"
                class="button"
                onClick={() => void answer({ deny: true }).catch((reason: unknown) => (problem.value = problemText(reason)))}
              >
                {say('account.oauth.deny')}
              </button>
            </p>
          </div>
        </section>
      )}
    </>
  );
}
