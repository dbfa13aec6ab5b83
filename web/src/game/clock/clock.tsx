// Knows how a seat's clock is drawn: it redraws itself when its text changes and not in between.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { say, sayNumber } from '../../messages/messages';
import { clockText, faceAt, untilNextFace } from './clock_face';
import type { ClockView } from '../model';

interface ClockProps {
  readonly clock: ClockView;
  readonly isRunning: boolean;
  readonly since: number;
  readonly of: string; // whose, for a screen reader
}

export function Clock({ clock, isRunning, since, of }: ClockProps) {
  const drawn = useSignal(0);
  const { leftMs: left, periods } = faceAt(clock, isRunning, since, performance.now());
  useEffect(() => {
    if (!isRunning) return;
    let timer = 0;
    const wait = () => {
      const delay = untilNextFace(clock, since, performance.now());
      if (delay === Infinity) return;
      timer = window.setTimeout(() => {
        drawn.value += 1;
        wait();
      }, delay);
    };
    wait();
    return () => clearTimeout(timer);
  }, [clock, isRunning, since]);
  const text = drawn.value >= 0 ? clockText(left, (count) => say('table.days', { count }), (seconds) => sayNumber(seconds, 1)) : '';
  const kind = `clock${isRunning ? ' is-running' : ''}${isRunning && left < 20_000 ? ' is-short' : ''}`;
  return (
    <span class={kind} role="timer" aria-label={say('table.clock', { name: of })}>
      {text}
      {periods > 0 && <small> ×{periods}</small>}
    </span>
  );
}
