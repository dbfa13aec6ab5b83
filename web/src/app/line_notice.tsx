// Knows what is said about the connection: that it is lost, and, for a moment, that it is back.
import { useSignal, useSignalEffect } from '@preact/signals';
import { theLine, type LineState } from '../line/line';
import { say } from '../messages/messages';

const goodNewsMs = 4000;

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
    return () => clearTimeout(timer);
  });
  const isLost = line.state.value === 'lost';
  const text = isLost ? say(navigator.onLine ? 'shell.line.lost' : 'shell.line.offline') : isBack.value ? say('shell.line.back') : '';
  return (
    <div role="status" class={text === '' ? 'only-spoken' : 'line-notice'}>
      {text}
    </div>
  );
}
