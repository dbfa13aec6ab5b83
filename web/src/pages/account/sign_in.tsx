// Knows how one signs in: name and password, and where the account wants it, a code of its authenticator app after them.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ask, Refused } from '../../app/api';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import { ShortForm } from './forms';

interface Credentials {
  readonly name: string;
  readonly password: string;
}

export function SignInForm({ isMain = false, signedIn }: { readonly isMain?: boolean; readonly signedIn: () => Promise<unknown> }) {
  /** What was right, while its code is typed. */
  const known = useSignal<Credentials | undefined>(undefined);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (known.value !== undefined) place.current?.querySelector('input')?.focus();
  }, [known.value]);
  const sign = async (request: Credentials & { readonly code?: string }) => {
    await ask('POST', '/api/session', request);
    known.value = undefined;
    await signedIn();
  };
  if (known.value === undefined) {
    return (
      <ShortForm
        key="password"
        fields={[
          { name: 'name', label: say('account.name'), kind: 'text', autocomplete: 'username', most: 20 },
          { name: 'password', label: say('account.password'), kind: 'password', autocomplete: 'current-password' },
        ]}
        verb={say('account.sign.in')}
        isMain={isMain}
        send={async (values) => {
          const request = { name: values['name'] ?? '', password: values['password'] ?? '' };
          await sign(request).catch((reason: unknown) => {
            if (!(reason instanceof Refused) || reason.code !== 'second_factor_needed') throw reason;
            known.value = request;
          });
        }}
      />
    );
  }
  const request = known.value;
  return (
    <div ref={place} class="stack">
      <p>{say('account.factor.enter')}</p>
      <ShortForm
        key="code"
        fields={[{ name: 'code', label: say('account.factor.code.any'), kind: 'text', autocomplete: 'one-time-code', most: 60 }]}
        verb={say('account.sign.in')}
        isMain={isMain}
        send={(values) => sign({ ...request, code: values['code'] ?? '' })}
      />
      <div>
        <button type="button" class="button" onClick={() => (known.value = undefined)}>
          {say('account.factor.back')}
        </button>
      </div>
    </div>
  );
}
