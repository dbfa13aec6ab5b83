// Knows how all that the site keeps about a player becomes a file of theirs; does not know what is in it.
import { useSignal } from '@preact/signals';
import { ask, problemText } from '../../app/api';
import { saveAs } from '../../app/device/files';
import { Problem } from '../../app/problem';
import '../../messages/en_people';
import { say } from '../../messages/messages';
import type { OwnData } from '../../wire';

/** All pages as one. */
export async function allOwnData(): Promise<OwnData> {
  let whole: OwnData = {};
  let from = '';
  do {
    const { next, ...page } = await ask<OwnData>('GET', `/api/account/data?from=${encodeURIComponent(from)}`);
    whole = { ...whole, ...page, games: [...(whole.games ?? []), ...(page.games ?? [])], lines: [...(whole.lines ?? []), ...(page.lines ?? [])] };
    from = next ?? '';
  } while (from !== '');
  return whole;
}

export function OwnDataCard({ name }: { readonly name: string }) {
  const isBusy = useSignal(false);
  const problem = useSignal('');
  const take = async () => {
    isBusy.value = true;
    problem.value = '';
    try {
      saveAs(`crownstar-${name}.json`, new Blob([JSON.stringify(await allOwnData(), null, 1)], { type: 'application/json' }));
    } catch (reason) {
      problem.value = problemText(reason);
    }
    isBusy.value = false;
  };
  return (
    <section class="card">
      <h2>{say('account.data')}</h2>
      <p class="quiet">{say('account.data.about')}</p>
      <button type="button" class="button" disabled={isBusy.value} onClick={() => void take()}>
        {say('account.data.take')}
      </button>
      <Problem text={problem.value} />
    </section>
  );
}
