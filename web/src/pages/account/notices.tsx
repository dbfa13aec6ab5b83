// Knows how the owner of an account is told of sign-ins on new devices and of a changed password; does not know how they came.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, hasPlayed, me, refreshMe } from '../../app/api';
import '../../messages/en_people';
import { say, sayDate } from '../../messages/messages';
import type { Notice, NoticeList } from '../../wire';
import { browserName } from './browser_name';

export function AccountNotices() {
  const notices = useSignal<readonly Notice[]>([]);
  const account = me.value?.player.kind === 'account' ? me.value.player.id : '';
  useEffect(() => {
    if (me.peek() === undefined && hasPlayed()) refreshMe().catch(() => undefined);
  }, []);
  useEffect(() => {
    notices.value = [];
    if (account === '') return;
    // Where they cannot be read now, they are read at the next visit.
    ask<NoticeList>('GET', '/api/account/notices').then((list) => (notices.value = list.notices), () => undefined);
  }, [account]);
  const putAway = ({ id }: Notice) => {
    notices.value = notices.value.filter((each) => each.id !== id);
    ask('DELETE', `/api/account/notices/${id}`).catch(() => undefined);
  };
  return (
    <>
      {notices.value.map((notice) => (
        <div key={notice.id} class="notice account-notice" role="status">
          <p>
            <b>{say(`account.notice.${notice.kind}`)}</b>
            <br />
            {[sayDate(new Date(notice.at)), browserName(notice.browser ?? '')].filter((part) => part !== '').join(' · ')}
          </p>
          <p>{say('account.notice.about')}</p>
          <button type="button" class="button small" onClick={() => putAway(notice)}>
            {say('account.notice.away')}
          </button>
        </div>
      ))}
    </>
  );
}
