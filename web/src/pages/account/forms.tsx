// Knows the form that every part of the account's page is made of: fields, one button, what came of it.
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { problemText } from '../../app/api';
import { Problem } from '../../app/problem';
import { say } from '../../messages/messages';
import { limits } from '../../wire';
import { PasswordMeter } from './password_meter';

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'password';
  readonly autocomplete: 'username' | 'current-password' | 'new-password' | 'nickname' | 'one-time-code' | 'off';
  readonly most?: number;
}

interface ShortFormProps {
  readonly fields: readonly FormField[];
  readonly verb: string;
  readonly isMain?: boolean;
  /** What is said when it has worked. */
  readonly done?: string;
  readonly send: (values: Readonly<Record<string, string>>) => Promise<unknown>;
}

export function ShortForm({ fields, verb, isMain = false, done = '', send }: ShortFormProps) {
  const problem = useSignal('');
  const notice = useSignal('');
  const isBusy = useSignal(false);
  const isShown = useSignal(false);
  const typed = useSignal<Readonly<Record<string, string>>>({});
  return (
    <form
      class="stack"
      onInput={(event) => {
        const { name, value } = event.target as HTMLInputElement;
        if (name !== '') typed.value = { ...typed.value, [name]: value };
      }}
      onReset={() => (typed.value = {})}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        // One way to write each letter, so that a name and a password are the same from every keyboard.
        const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).normalize('NFC')]));
        notice.value = '';
        // A field with a bound would cut off the end of a pasted password, and nobody would see it.
        const isTooLong = fields.some(
          (field) => field.autocomplete === 'new-password' && [...(values[field.name] ?? '')].length > limits.password_letters,
        );
        problem.value = isTooLong ? say('account.password.long', { most: limits.password_letters }) : '';
        if (isTooLong) return;
        isBusy.value = true;
        send(values)
          .then(
            () => {
              notice.value = done;
              form.reset();
            },
            (reason: unknown) => (problem.value = problemText(reason)),
          )
          .finally(() => (isBusy.value = false));
      }}
    >
      {fields.map((field) => (
        <Fragment key={field.name}>
          <label class="field">
            <span class="label">{field.label}</span>
            {field.kind === 'password' && !isShown.value ? (
              <input type="password" name={field.name} autocomplete={field.autocomplete} required />
            ) : (
              <input
                type="text"
                name={field.name}
                autocomplete={field.autocomplete}
                {...(field.kind === 'text' ? { maxLength: field.most ?? 200 } : {})}
                required
              />
            )}
          </label>
          {field.autocomplete === 'new-password' && (
            <PasswordMeter password={typed.value[field.name] ?? ''} name={typed.value['name'] ?? ''} />
          )}
        </Fragment>
      ))}
      {fields.some((field) => field.kind === 'password') && (
        <label class="tick">
          <input type="checkbox" checked={isShown.value} onChange={(event) => (isShown.value = event.currentTarget.checked)} />
          {say('account.password.show')}
        </label>
      )}
      <Problem text={problem.value} />
      {notice.value !== '' && (
        <p class="notice" role="status">
          {notice.value}
        </p>
      )}
      <div>
        <button type="submit" class={`button${isMain ? ' button-main' : ''}`} disabled={isBusy.value}>
          {verb}
        </button>
      </div>
    </form>
  );
}
