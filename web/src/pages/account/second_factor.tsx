// Knows how the owner of an account sets up a second factor, keeps its recovery codes, and turns it off.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, problemText } from '../../app/api';
import { copied } from '../../app/device/copying';
import { useLater } from '../../app/later';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { RecoveryCodes, SecondFactor, SecondFactorBegun } from '../../wire';
import { ShortForm, type FormField } from './forms';

const qrPicture = async () => (await import('../../app/qr_code/qr_picture')).QrPicture;

const path = '/api/account/second-factor';

const passwordField = (): FormField => ({
  name: 'password',
  label: say('account.password'),
  kind: 'password',
  autocomplete: 'current-password',
});

const codeField = (label: string): FormField => ({ name: 'code', label, kind: 'text', autocomplete: 'one-time-code', most: 60 });

/** The key as an app is given it: drawn, and in groups that are easy to type. */
function Key({ begun }: { readonly begun: SecondFactorBegun }) {
  const Picture = useLater(true, qrPicture); // until it comes, or where it can't, the key is typed
  return (
    <>
      <p>{say('account.factor.scan')}</p>
      {Picture !== null && <Picture text={begun.address} name={say('account.factor.qr')} />}
      <p>
        <b>{say('account.factor.key')}</b>
        <br />
        <span class="factor-key">{begun.key.replace(/.{4}(?=.)/g, '$& ')}</span>
      </p>
    </>
  );
}

function Recovery({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  const isCopied = useSignal(false);
  return (
    <div class="stack" role="status">
      <p>{say('account.factor.codes')}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="row">
        <button type="button" class="button" onClick={() => void copied(codes.join('\n')).then((is) => (isCopied.value = is))}>
          {say(isCopied.value ? 'shell.copied' : 'shell.copy')}
        </button>
        <button type="button" class="button button-main" onClick={done}>
          {say('account.factor.kept')}
        </button>
      </div>
    </div>
  );
}

export function SecondFactorCard({ problem }: { readonly problem: Signal<string> }) {
  const known = useSignal<SecondFactor | undefined>(undefined);
  const begun = useSignal<SecondFactorBegun | undefined>(undefined);
  const codes = useSignal<readonly string[]>([]);
  const read = async () => (known.value = await ask<SecondFactor>('GET', path));
  useEffect(() => {
    read().catch((reason: unknown) => (problem.value = problemText(reason)));
  }, []);
  const state = () => {
    if (codes.value.length > 0) return <Recovery codes={codes.value} done={() => (codes.value = [])} />;
    if (begun.value !== undefined) {
      return (
        <div class="stack">
          <Key begun={begun.value} />
          <ShortForm
            key="confirm"
            fields={[codeField(say('account.factor.code'))]}
            verb={say('account.factor.turn.on')}
            send={async (values) => {
              codes.value = (await ask<RecoveryCodes>('POST', `${path}/confirm`, { code: values['code'] ?? '' })).codes;
              begun.value = undefined;
              await read();
            }}
          />
        </div>
      );
    }
    if (known.value?.on === true) {
      return (
        <>
          <p>{say('account.factor.on', { count: known.value.recovery_codes ?? 0 })}</p>
          <ShortForm
            key="off"
            fields={[passwordField(), codeField(say('account.factor.code.any'))]}
            verb={say('account.factor.turn.off')}
            send={async (values) => {
              await ask('DELETE', path, { password: values['password'] ?? '', code: values['code'] ?? '' });
              await read();
            }}
          />
        </>
      );
    }
    return (
      <>
        <p class="quiet">{say('account.factor.about')}</p>
        <ShortForm
          key="begin"
          fields={[passwordField()]}
          verb={say('account.factor.set.up')}
          send={async (values) => (begun.value = await ask<SecondFactorBegun>('POST', path, { password: values['password'] ?? '' }))}
        />
      </>
    );
  };
  return (
    <section class="card">
      <h2>{say('account.factor')}</h2>
      {known.value !== undefined && state()}
    </section>
  );
}
