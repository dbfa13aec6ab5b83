// Knows how whoever waits at a table hears that somebody has come: a line on the page, a knock where sounds are on, and the
// title of a tab that is not looked at. Does not know how they were asked to come.
import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { playerName } from '../../game/computer';
import { say } from '../../messages/messages';
import { playLanding } from '../../game/landing_sound';
import type { LiveTable } from '../../table/live_table';

const shownMs = 8000;

export function Arrival({ table }: { readonly table: LiveTable }) {
  const names = useSignal('');
  const before = useRef<ReadonlySet<string> | null>(null);
  useSignalEffect(() => {
    const { seats, phase } = table.state.value;
    const others = seats.flatMap(({ player, isMine }) => (player === undefined || isMine || player.kind === 'engine' ? [] : [player]));
    const known = before.current;
    // Who sat there when the page came has not come just now.
    before.current = phase === 'waiting' || known !== null ? new Set(others.map(({ id }) => id)) : null;
    if (known === null || !seats.some(({ isMine }) => isMine)) return;
    const fresh = others.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    const text = say('table.arrived', { name: fresh.map(playerName).join(', ') });
    names.value = text;
    playLanding(false);
    callBack(text);
    setTimeout(() => {
      if (names.peek() === text) names.value = '';
    }, shownMs);
  });
  return (
    <p role="status" class={names.value === '' ? 'only-spoken' : 'notice arrival'}>
      {names.value}
    </p>
  );
}

/** In the title of a tab in the background, until it is looked at. */
function callBack(text: string): void {
  if (!document.hidden) return;
  const title = document.title;
  document.title = text;
  const seen = () => {
    if (document.title === text) document.title = title;
  };
  document.addEventListener('visibilitychange', seen, { once: true });
}
