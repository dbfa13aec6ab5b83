import { effect } from '@preact/signals';
import { expect, test } from 'vitest';
import { MoveQueue, type QueueClock, type QueuedMove, type Tempo } from './move_queue';

const tempo: Tempo = { step: 500, hop: 50, most: 700, own: 200, behind: 3000 };
const theirs = (): QueuedMove => ({ hops: 1, isOwn: false });

/** Time passes when the test says so. */
class HeldClock implements QueueClock {
  #now = 0;
  #timers: { readonly at: number; readonly then: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  later(then: () => void, ms: number): () => void {
    const timer = { at: this.#now + ms, then };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== due);
      this.#now = due.at;
      due.then();
    }
    this.#now = end;
  }
}

function queueWith(ofTempo: Tempo | null = tempo): { clock: HeldClock; queue: MoveQueue; seen: [ply: number, at: number][] } {
  const clock = new HeldClock();
  const queue = new MoveQueue(0, clock, () => ofTempo);
  const seen: [number, number][] = [];
  effect(() => {
    const { ply } = queue.shown.value;
    if (ply !== (seen[seen.length - 1]?.[0] ?? 0)) seen.push([ply, clock.now()]);
  });
  return { clock, queue, seen };
}

test('moves that come at once are shown one after the other, none lost', () => {
  const { clock, queue, seen } = queueWith();
  queue.follow(5, theirs);
  expect(queue.shown.value).toEqual({ ply: 1, ms: 500, isShowing: true });
  clock.pass(1100);
  expect(queue.shown.value.ply).toBe(3);
  clock.pass(10_000);
  expect(seen).toEqual([[1, 0], [2, 500], [3, 1000], [4, 1500], [5, 2000]]);
  expect(queue.shown.value.isShowing).toBe(false);
});

test('a chain of hops is looked at longer, but not for ever', () => {
  const { clock, queue, seen } = queueWith();
  queue.follow(3, (ply) => ({ hops: ply === 1 ? 3 : 12, isOwn: false }));
  clock.pass(5000);
  expect(seen).toEqual([[1, 0], [2, 600], [3, 1300]]);
});

test.each([20, 60, 110, 250, 400])('a move every %i ms: in order, none lost where an eye can follow, never further behind than said', (every) => {
  const { clock, queue, seen } = queueWith();
  const came = new Map<number, number>();
  for (let ply = 1; ply <= 300; ply += 1) {
    came.set(ply, clock.now());
    queue.follow(ply, theirs);
    clock.pass(every);
  }
  clock.pass(10_000);
  const plies = seen.map(([ply]) => ply);
  expect(plies).toEqual([...plies].sort((a, b) => a - b));
  expect(plies[plies.length - 1]).toBe(300);
  if (every >= 60) expect(plies).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  for (const [ply, at] of seen) expect(at - (came.get(ply) ?? 0)).toBeLessThanOrEqual(tempo.behind);
});

test('after a break only the last of many are shown one by one', () => {
  const { clock, queue, seen } = queueWith();
  queue.follow(500, theirs);
  expect(queue.shown.value.ply).toBe(483);
  clock.pass(3000);
  expect(queue.shown.value).toMatchObject({ ply: 500 });
  expect(seen.map(([ply]) => ply)).toEqual([482, ...Array.from({ length: 18 }, (_, at) => 483 + at)]);
});

test('a tap skips to the board as it stands', () => {
  const { clock, queue, seen } = queueWith();
  queue.follow(5, theirs);
  clock.pass(600);
  expect(queue.isBehind).toBe(true);
  queue.skip();
  expect(queue.shown.value).toEqual({ ply: 5, ms: 0, isShowing: false });
  clock.pass(5000);
  expect(seen.map(([ply]) => ply)).toEqual([1, 2, 5]);
  queue.follow(6, theirs);
  expect(queue.shown.value.ply).toBe(6);
});

test('where nobody waits for the player every move keeps its time, however many come', () => {
  const { clock, queue, seen } = queueWith({ ...tempo, behind: Infinity });
  for (let ply = 1; ply <= 240; ply += 1) {
    queue.follow(ply, theirs);
    clock.pass(50);
  }
  queue.follow(300, theirs);
  clock.pass(200_000);
  expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => [at + 1, at * tempo.step]));
});

test('to the end: the board is as far as the game, and stays so', () => {
  const { clock, queue, seen } = queueWith({ ...tempo, behind: Infinity });
  queue.follow(40, theirs);
  clock.pass(600);
  queue.toEnd();
  expect(queue.shown.value).toEqual({ ply: 40, ms: 0, isShowing: false });
  queue.follow(41, theirs);
  queue.follow(43, theirs);
  expect(seen.map(([ply]) => ply)).toEqual([1, 2, 40, 41, 43]);
  queue.replay(41, theirs);
  clock.pass(5000);
  expect(seen.map(([ply]) => ply).slice(-3), 'the last round can be seen again').toEqual([41, 42, 43]);
});

test("one's own move is there at once, while the last of another is still looked at", () => {
  const { clock, queue } = queueWith();
  const mine = (ply: number): QueuedMove => ({ hops: 1, isOwn: ply === 2 });
  queue.follow(1, mine);
  clock.pass(100);
  queue.follow(2, mine);
  expect(queue.shown.value).toEqual({ ply: 2, ms: 200, isShowing: true });
  queue.follow(3, mine);
  expect(queue.shown.value.ply, 'an answer does not cut it short').toBe(2);
  clock.pass(200);
  expect(queue.shown.value).toEqual({ ply: 3, ms: 500, isShowing: true });
});

test('a move taken back is gone at once, with all that waited', () => {
  const { clock, queue } = queueWith();
  queue.follow(4, theirs);
  queue.follow(2, theirs);
  expect(queue.shown.value).toEqual({ ply: 2, ms: 0, isShowing: false });
  clock.pass(5000);
  expect(queue.shown.value.ply).toBe(2);
});

test('the last round is shown again, and what comes meanwhile after it', () => {
  const { clock, queue, seen } = queueWith();
  queue.follow(5, theirs);
  queue.skip();
  queue.replay(2, theirs);
  expect(queue.shown.value.ply).toBe(2);
  clock.pass(400);
  expect(queue.shown.value.ply).toBe(3);
  queue.follow(6, theirs);
  clock.pass(5000);
  expect(seen.map(([ply]) => ply)).toEqual([1, 5, 2, 3, 4, 5, 6]);
});

test('without a tempo everything is shown at once', () => {
  const { queue } = queueWith(null);
  queue.follow(5, theirs);
  queue.replay(2, theirs);
  expect(queue.shown.value).toEqual({ ply: 5, ms: 0, isShowing: false });
});
