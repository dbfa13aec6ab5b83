// Knows what is said about the connection: that it is lost and what goes on without, and, for a moment, that it is back.
import { useSignal, useSignalEffect } from '@preact/signals';
import { theLine, type LineState } from '../line/line';
import { say } from '../messages/messages';
import { hasNetwork } from './network';
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
  const line = theLine();
  const isBack = useSignal(false);
  const before = useSignal<LineState>('closed');
  useSignalEffect(() => {
    const now = line.state.value;
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
  const isOpen = line.state.value === 'open';
  const text = !isOpen && !hasNetwork.value
    ? offlineText(address.value.path)
    : line.state.value === 'lost'
      ? say('shell.line.lost')
      : isBack.value
        ? backText(line.missed.value)
        : '';
  return (
    <div role="status" class={text === '' ? 'only-spoken' : 'line-notice'}>
      {text}
    </div>
  );
}
