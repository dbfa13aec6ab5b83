// Knows how a game leaves the table: as a link, as a file. Refuses to know where it is kept.
import { useSignal } from '@preact/signals';
import { saveAs } from '../app/files';
import type { Rules } from '../rules/types';
import { say } from '../words/words';
import type { Table } from './model';
import { refusedText } from './reasons';

export function Keeping({ table, rules }: { readonly table: Table; readonly rules: Rules }) {
  const news = useSignal('');
  const { link, record } = table.keeping();
  const share = async () => {
    const address = new URL(link, location.href).href;
    news.value = '';
    try {
      if (navigator.share !== undefined && matchMedia('(pointer: coarse)').matches) await navigator.share({ url: address });
      else {
        await navigator.clipboard.writeText(address);
        news.value = say('table.link.copied');
      }
    } catch (problem) {
      if (!(problem instanceof DOMException && problem.name === 'AbortError')) news.value = address; // to be copied by hand
    }
  };
  const save = async () => {
    if (typeof record === 'string') return;
    const text = await rules.writeRecord(record);
    if (text.ok) saveAs('crownstar.pdn', new Blob([text.value], { type: 'text/plain' }));
    else news.value = say('shell.failed', { reason: refusedText(rules, text) });
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void share()}>
        {say('table.share')}
      </button>
      {typeof record === 'string' ? (
        <a class="button" href={record} download="crownstar.pdn">
          {say('table.export')}
        </a>
      ) : (
        <button
          type="button"
          class="button"
          onClick={() => {
            save().catch((problem: unknown) => (news.value = say('shell.failed', { reason: String(problem) })));
          }}
        >
          {say('table.export')}
        </button>
      )}
      <p role="status" class={news.value === '' ? 'only-spoken' : 'quiet small tools-wide'}>
        {news.value}
      </p>
    </>
  );
}
