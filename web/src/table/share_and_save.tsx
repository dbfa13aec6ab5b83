// Knows how a game leaves the table: as a link, as a file. Does not know where it is kept.
import { useSignal } from '@preact/signals';
import { copied } from '../app/device/copying';
import type { Rules } from '../rules/types';
import { say } from '../messages/messages';
import type { Table } from '../game/model';

export function ShareAndSave({ table, rules }: { readonly table: Table; readonly rules: Rules }) {
  const notice = useSignal('');
  // The game goes on without this being drawn again: what is taken along is asked for when it is wanted.
  const { record: file } = table.sharing();
  const share = async () => {
    const address = new URL(table.sharing().link, location.href).href;
    notice.value = '';
    try {
      if (navigator.share !== undefined && matchMedia('(pointer: coarse)').matches) await navigator.share({ url: address });
      else notice.value = (await copied(address)) ? say('table.link.copied') : address; // to be copied by hand
    } catch (problem) {
      if (!(problem instanceof DOMException && problem.name === 'AbortError')) notice.value = address;
    }
  };
  const save = async () => {
    const { record } = table.sharing();
    if (typeof record === 'string') return;
    const [text, { saveAs }] = await Promise.all([rules.writeRecord(record), import('../app/device/files')]);
    if (text.ok) saveAs('crownstar.pdn', new Blob([text.value], { type: 'text/plain' }));
    else {
      const { refusedText } = await import('../game/reasons/refused_text');
      notice.value = say('shell.failed', { reason: refusedText(rules, text) });
    }
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void share()}>
        {say('table.share')}
      </button>
      {typeof file === 'string' ? (
        <a class="button" href={file} download="crownstar.pdn">
          {say('table.export')}
        </a>
      ) : (
        <button
          type="button"
          class="button"
          onClick={() => {
            save().catch((problem: unknown) => (notice.value = say('shell.failed', { reason: String(problem) })));
          }}
        >
          {say('table.export')}
        </button>
      )}
      <p role="status" class={notice.value === '' ? 'only-spoken' : 'quiet small tools-wide'}>
        {notice.value}
      </p>
    </>
  );
}
