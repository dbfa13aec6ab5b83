import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startThinker, type GamePosition } from '../../../src/game/thinker';

class Broken {
  onmessage: unknown = null;
  onerror: ((event: { message: string }) => void) | null = null;
  static made: Broken[] = [];
  constructor() {
    Broken.made.push(this);
  }
  postMessage(): void {}
  terminate(): void {}
}

const position: GamePosition = { token: 'american', start: null, moves: [], out: [] };

beforeEach(() => {
  Broken.made = [];
  vi.stubGlobal('Worker', Broken);
});
afterEach(() => void vi.unstubAllGlobals());

test('whoever asks a worker that has broken down is told, before and after', async () => {
  const thinker = startThinker();
  const before = thinker.choose(position, 'keen', 1);
  expect(thinker.isBroken).toBe(false);
  Broken.made[0]?.onerror?.({ message: 'not there' });
  await expect(before).rejects.toThrow('not there');
  expect(thinker.isBroken).toBe(true);
  await expect(thinker.look(position, 1000, 1)).rejects.toThrow('not there');
});

test('a worker that never came has no reason to tell, and is known to be broken all the same', async () => {
  const thinker = startThinker();
  Broken.made[0]?.onerror?.({} as { message: string });
  expect(thinker.isBroken).toBe(true);
  await expect(thinker.choose(position, 'keen', 1)).rejects.toThrow('could not be loaded');
});
