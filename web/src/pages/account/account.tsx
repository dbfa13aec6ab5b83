// Knows the account's page: who one is here, signing in and out, ratings, sessions, tokens, and leaving for good.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, isMeKnown, me, problemText, refreshMe } from '../../app/api';
import { prefer } from '../../app/preferences/preferences';
import { Problem } from '../../app/problem';
import { go, query } from '../../app/router/router';
import { renewLine } from '../../line/opened_line';
import '../../styles/lobby.css';
import '../../messages/en_people';
import { say, sayDate, type MessageKey } from '../../messages/messages';
import type { Me, Session, SessionList, Token, TokenList, TokenMade } from '../../wire';
import { Ratings } from '../player/ratings';
import { ShortForm, type FormField } from './forms';
import { AccountNotices } from './notices';
import { OwnDataCard } from './account_export';
import { SecondFactorCard } from './second_factor';
import { SignInForm } from './sign_in';
import { wayBack } from './way_back';

/** Another session: who one is, and the connection, are asked for anew. */
async function changedSession(): Promise<void> {
  await refreshMe();
  renewLine();
}

/** Somebody is signed in now: they go on where they came from. */
async function signedIn(): Promise<void> {
  const back = wayBack(query.peek().get('then'));
  await changedSession();
  if (back !== undefined) go(back, 'instead');
}

function SignIn() {
  return (
    <section class="card">
      <h2>{say('account.sign.in')}</h2>
      <SignInForm isMain signedIn={signedIn} />
    </section>
  );
}

function MakeAccount() {
  return (
    <section class="card">
      <h2>{say('account.make')}</h2>
      <p class="quiet">{say('account.make.about')}</p>
      <ShortForm
        fields={[
          { name: 'name', label: say('account.name'), kind: 'text', autocomplete: 'username', most: 20 },
          { name: 'password', label: say('account.password'), kind: 'password', autocomplete: 'new-password' },
        ]}
        verb={say('account.make')}
        send={async (values) => {
          await ask('POST', '/api/account', { name: values['name'] ?? '', password: values['password'] ?? '' });
          await signedIn();
        }}
      />
    </section>
  );
}

function Guest({ known }: { readonly known: Me }) {
  return (
    <section class="card">
      <p>{say('account.guest', { name: known.player.name })}</p>
      <ShortForm
        fields={[{ name: 'name', label: say('account.name'), kind: 'text', autocomplete: 'nickname', most: 20 }]}
        verb={say('account.rename')}
        send={async (values) => {
          await ask('POST', '/api/guest', { name: values['name'] ?? '' });
          prefer({ name: values['name'] ?? '' });
          await changedSession();
        }}
      />
    </section>
  );
}

function FindPlayer() {
  return (
    <section class="card">
      <h2>{say('player.find')}</h2>
      <p class="quiet">{say('player.find.about')}</p>
      <ShortForm
        fields={[{ name: 'player', label: say('account.name'), kind: 'text', autocomplete: 'off', most: 20 }]}
        verb={say('player.find')}
        send={async (values) => go(`/player/${encodeURIComponent(values['player'] ?? '')}`)}
      />
    </section>
  );
}

function Sessions({ problem }: { readonly problem: Signal<string> }) {
  const sessions = useSignal<readonly Session[]>([]);
  const read = async () => (sessions.value = (await ask<SessionList>('GET', '/api/sessions')).sessions);
  const attempt = (what: Promise<unknown>) => {
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  useEffect(() => attempt(read()), []);
  const end = (path: string) => attempt(ask('DELETE', path).then(read));
  return (
    <section class="card">
      <h2>{say('account.sessions')}</h2>
      <ul class="plain-list">
        {sessions.value.map((session) => (
          <li key={session.id}>
            <span>
              {session.current === true ? <b>{say('account.session.here')}</b> : sayDate(new Date(session.created_at))}
              <br />
              <span class="quiet small">{say('account.session.seen', { when: sayDate(new Date(session.seen_at)) })}</span>
            </span>
            {session.current !== true && (
              <button type="button" class="button" onClick={() => end(`/api/sessions/${session.id}`)}>
                {say('account.session.end')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.value.length > 1 && (
        <button type="button" class="button" onClick={() => end('/api/sessions')}>
          {say('account.session.end.others')}
        </button>
      )}
    </section>
  );
}

function Tokens({ problem }: { readonly problem: Signal<string> }) {
  const tokens = useSignal<readonly Token[]>([]);
  const secret = useSignal('');
  const read = async () => (tokens.value = (await ask<TokenList>('GET', '/api/tokens')).tokens);
  const attempt = (what: Promise<unknown>) => {
    what.catch((reason: unknown) => (problem.value = problemText(reason)));
  };
  useEffect(() => attempt(read()), []);
  return (
    <section class="card">
      <h2>{say('account.tokens')}</h2>
      <p class="quiet">{say('account.tokens.about')}</p>
      <ul class="plain-list">
        {tokens.value.map((token) => (
          <li key={token.id}>
            <span>
              <b>{token.name}</b>
              <br />
              <span class="quiet small">{sayDate(new Date(token.created_at))}</span>
            </span>
            <button type="button" class="button" onClick={() => attempt(ask('DELETE', `/api/tokens/${token.id}`).then(read))}>
              {say('account.token.revoke')}
            </button>
          </li>
        ))}
      </ul>
      {secret.value !== '' && (
        <div class="notice" role="status">
          <p>{say('account.token.secret')}</p>
          <input type="text" readOnly value={secret.value} aria-label={say('account.tokens')} onFocus={(event) => event.currentTarget.select()} />
        </div>
      )}
      <ShortForm
        fields={[
          { name: 'name', label: say('account.name'), kind: 'text', autocomplete: 'off', most: 20 },
          { name: 'password', label: say('account.password'), kind: 'password', autocomplete: 'current-password' },
        ]}
        verb={say('account.token.make')}
        send={async (values) => {
          const request = { name: values['name'] ?? '', password: values['password'] ?? '' };
          secret.value = (await ask<TokenMade>('POST', '/api/tokens', request)).secret;
          await read();
        }}
      />
    </section>
  );
}

function Password() {
  const field = (name: string, word: MessageKey, autocomplete: 'current-password' | 'new-password'): FormField => ({
    name,
    label: say(word),
    kind: 'password',
    autocomplete,
  });
  return (
    <section class="card">
      <h2>{say('account.password.change')}</h2>
      <ShortForm
        fields={[
          field('old', 'account.password.old', 'current-password'),
          field('new', 'account.password.new', 'new-password'),
        ]}
        verb={say('account.password.change')}
        done={say('account.password.changed')}
        send={(values) => ask('POST', '/api/account/password', { old_password: values['old'] ?? '', new_password: values['new'] ?? '' })}
      />
    </section>
  );
}

function Leaving({ left }: { readonly left: () => void }) {
  return (
    <section class="card">
      <h2>{say('account.delete')}</h2>
      <p class="quiet">{say('account.delete.about')}</p>
      <ShortForm
        fields={[{ name: 'password', label: say('account.password'), kind: 'password', autocomplete: 'current-password' }]}
        verb={say('account.delete')}
        send={async (values) => {
          await ask('DELETE', '/api/account', { password: values['password'] ?? '' });
          left();
          await changedSession();
        }}
      />
    </section>
  );
}

export function AccountPage() {
  const problem = useSignal('');
  const hasAsked = useSignal(false);
  const isDeleted = useSignal(false); // a moment ago, on this page
  useEffect(() => {
    const look = () =>
      refreshMe()
        .then(
          () => (problem.value = ''),
          (reason: unknown) => (problem.value = problemText(reason)),
        )
        .finally(() => (hasAsked.value = true));
    void look();
    const lookAgain = () => void (isMeKnown.peek() || look());
    addEventListener('online', lookAgain);
    return () => removeEventListener('online', lookAgain);
  }, []);
  const known = me.value;
  if (!hasAsked.value) return <p class="quiet">{say('shell.loading')}</p>;
  const hasAccount = known?.player.kind === 'account';
  const title = <h1>{say('account.title')}</h1>;
  // Whoever cannot reach the server may be signed in all the same.
  if (known === undefined && !isMeKnown.value) {
    return (
      <>
        {title}
        <Problem text={problem.value} />
      </>
    );
  }
  return (
    <>
      {title}
      <Problem text={problem.value} />
      <AccountNotices />
      {known === undefined && <p role="status">{say(isDeleted.value ? 'account.deleted' : 'account.nobody')}</p>}
      {hasAccount && (
        <div class="row account-line">
          <p>{say('account.signed', { name: known.player.name })}</p>
          <a class="button" href={`/player/${encodeURIComponent(known.player.name)}`}>
            {say('account.profile')}
          </a>
          <button
            type="button"
            class="button"
            onClick={() => {
              isDeleted.value = false; // that was another one
              ask('DELETE', '/api/session').then(changedSession, (reason: unknown) => (problem.value = problemText(reason)));
            }}
          >
            {say('account.sign.out')}
          </button>
        </div>
      )}
      {hasAccount && <Ratings player={known.player.id} ratings={known.ratings} />}
      {/* Each card stays in its column, whatever grows above it. */}
      <div class="card-columns">
        <div>
          {!hasAccount && <SignIn />}
          {known !== undefined && !hasAccount && <Guest known={known} />}
          {hasAccount && (
            <>
              <FindPlayer />
              <Password />
              <SecondFactorCard problem={problem} />
              <Sessions problem={problem} />
            </>
          )}
        </div>
        <div>
          {!hasAccount && <MakeAccount />}
          {hasAccount && <Tokens problem={problem} />}
          {known !== undefined && <OwnDataCard name={known.player.name} />}
          {hasAccount && <Leaving left={() => (isDeleted.value = true)} />}
        </div>
      </div>
    </>
  );
}
