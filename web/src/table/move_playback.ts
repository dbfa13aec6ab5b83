// Knows how a table's moves come onto its board one after the other, at the pace that the player chose.
// Does not know how the board draws them.
import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { preferences, type Pace } from '../app/preferences/preferences';
import { asksForLessMotion } from '../board';
import type { Table, TableState } from '../game/model';
import { roundBefore } from '../game/played_moves';
import { MoveQueue, type QueueClock, type QueuedMove, type Tempo } from './move_queue';

/** Chosen by eye with five computers at the table; hops share what a chain has. */
const tempos: Readonly<Record<Exclude<Pace, 'none'>, Tempo>> = {
  quick: { step: 650, hop: 70, most: 900, own: 215, behind: 4000 },
  calm: { step: 1100, hop: 100, most: 1500, own: 490, behind: 5000 },
};

/** Nothing moves, but each move still has its moment. */
const still: Tempo = { step: 400, hop: 0, most: 400, own: 0, behind: 2000 };

/** The rest is played by computers, and faster than an eye follows: then the board takes its time. */
export function isLeftToComputers({ seats }: Pick<TableState, 'seats'>): boolean {
  return seats.length > 2 && seats.every(({ place, isOut, player }) => place > 0 || isOut || player?.kind === 'engine');
}

function tempoFor(state: TableState): Tempo | null {
  const { pace } = preferences.peek();
  if (pace === 'none') return null;
  const tempo = asksForLessMotion() ? still : tempos[pace];
  return isLeftToComputers(state) ? { ...tempo, behind: Infinity } : tempo;
}

const clock: QueueClock = {
  now: () => performance.now(),
  later: (then, ms) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

export interface MovePlayback {
  readonly queue: MoveQueue;
  replay(): void;
}

export function useMovePlayback(table: Table): MovePlayback {
  const playback = useMemo(() => {
    const { tree } = table;
    const move = (ply: number): QueuedMove => {
      const { path, seat } = tree.nodeAt(ply);
      return { hops: Math.max(1, path.length - 1), isOwn: table.state.peek().seats[seat]?.isMine === true };
    };
    const queue = new MoveQueue(table.state.peek().ply, clock, () => tempoFor(table.state.peek()));
    return {
      queue,
      move,
      replay: () => queue.replay(roundBefore(tree, table.state.peek().ply), move),
    };
  }, [table]);
  // At once, before the page is drawn: a move of one's own that is made must not look as if it were taken back.
  useLayoutEffect(() => {
    const stop = effect(() => playback.queue.follow(table.state.value.ply, playback.move));
    return () => {
      stop();
      playback.queue.stop();
    };
  }, [playback]);
  return playback;
}

/** The key by which the last round is shown again, anywhere but where one types. */
export function useReplayKey(replay: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null;
      if (isTyped || event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== 'r') return;
      event.preventDefault();
      replay();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [replay]);
}
