// Knows how an invitation is sent: as a link to copy, by what the system shares with, or as a code for a camera beside it.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { copied } from '../../app/device/copying';
import { useLater } from '../../app/later';
import { say } from '../../messages/messages';

const qrPicture = async () => (await import('../../app/qr_code/qr_picture')).QrPicture;

/** Whoever closes the sheet again has not failed. */
async function share(url: string, title: string): Promise<void> {
  await navigator.share({ url, title }).catch(() => undefined);
}

interface InvitationProps {
  readonly link: string;
  readonly title: string;
  readonly free: number; // how many seats it leads to
}

export function Invitation({ link, title, free }: InvitationProps) {
  const copying = useSignal<'' | 'copied' | 'selected'>('');
  const isDrawn = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    copying.value = (await copied(link)) ? 'copied' : 'selected';
    if (copying.value === 'selected') field.current?.select(); // one key, or a long touch, from being copied
  };
  const Picture = useLater(isDrawn.value, qrPicture);
  return (
    <>
      <p>{say('table.invite', { count: free })}</p>
      <div class="link-to-send">
        <input
          ref={field}
          type="text"
          readOnly
          value={link}
          aria-label={say('table.invite.link')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="button button-main" onClick={() => void copy()}>
          {say(copying.value === 'copied' ? 'shell.copied' : 'shell.copy')}
        </button>
      </div>
      <p role="status" class={copying.value === 'selected' ? 'quiet small' : 'only-spoken'}>
        {copying.value === 'copied' && say('table.link.copied')}
        {copying.value === 'selected' && say('table.link.selected')}
      </p>
      <div class="row">
        {typeof navigator.share === 'function' && (
          <button type="button" class="button" onClick={() => void share(link, title)}>
            {say('table.invite.share')}
          </button>
        )}
        <button type="button" class="button" aria-expanded={isDrawn.value} onClick={() => (isDrawn.value = !isDrawn.value)}>
          {say('table.invite.code')}
        </button>
      </div>
      {isDrawn.value && Picture !== null && <Picture text={link} name={say('table.invite.scan')} />}
    </>
  );
}
