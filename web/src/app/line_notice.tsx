// Knows what is said about the connection: that it is lost and what goes on without, and, for a moment, that it is back.
import { useSignal, useSignalEffect } from '@preact/signals';
import type { LineState } from '../line/line';
import { openedLine } from '../line/opened_line';
import { say } from '../messages/messages';
import { hasNetwork } from './device/network';
import { address } from './router/router';

const goodNewsMs = 4000;

/** What is true at this page while the device has no network. */
function offlineText(path: string): string {
  if (path.startsWith('/here/')) return say('shell.line.offline.here');
  return say(path.startsWith('/match/') ? 'shell.line.offline.match' : 'shell.line.offline');
}

function backText(missed: number): string {
  return missed === 0 ? say('shell.line.back') : `${say('shell.line.back')} ${say('shell.line.missed', { count: missed })}`;
}

export function LineNotice() {
  const line = openedLine.value;
  const state = line?.state.value ?? 'closed';
  const isBack = useSignal(false);
  const before = useSignal<LineState>('closed');
  useSignalEffect(() => {
    const now = openedLine.value?.state.value ?? 'closed';
    const was = before.peek();
    before.value = now;
    if (was !== 'lost' || now !== 'open') return;
    isBack.value = true;
    const timer = setTimeout(() => (isBack.value = false), goodNewsMs);
    // What comes next is no good news any more: the line is lost again, or nobody wants it.
    return () => {
      clearTimeout(timer);
      isBack.value = false;
    };
  });
  const text = state !== 'open' && !hasNetwork.value
    ? offlineText(address.value.path)
    : state === 'lost'
      ? say('shell.line.lost')
      : isBack.value
        ? backText(line?.missed.value ?? 0)
        : '';
  return (
    <div role="status" class={text === '' ? 'only-spoken' : 'line-notice'}>
      {text}
    </div>
  );
}
