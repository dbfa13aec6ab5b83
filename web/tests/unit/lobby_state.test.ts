import { expect, test } from 'vitest';
import { emptyLobby, hearLobby } from '../../src/pages/lobby/lobby_state';
import type { Seek } from '../../src/wire';

const seek = (id: string, game = 'american'): Seek => ({
  id,
  host: { id: 'p', name: 'P', kind: 'guest' },
  game,
  clocks: [],
  seats: 2,
  sitters: [],
  created_at: 0,
});

test('the whole replaces what was known', () => {
  const before = hearLobby(emptyLobby, { t: 'lobby', seeks: [seek('a')], matches: [], online: 3 });
  const after = hearLobby(before, { t: 'lobby', seeks: [seek('b')], matches: [], online: 4 });
  expect(after.seeks.map((one) => one.id)).toEqual(['b']);
  expect(after.online).toBe(4);
});

test('changes add, replace in place and take away', () => {
  let state = hearLobby(emptyLobby, { t: 'lobby', seeks: [seek('a'), seek('b')], matches: [], online: 1 });
  state = hearLobby(state, { t: 'lobby_change', seeks: [seek('c'), seek('a', 'italian')] });
  expect(state.seeks.map((one) => `${one.id} ${one.game}`)).toEqual(['a italian', 'b american', 'c american']);
  state = hearLobby(state, { t: 'lobby_change', seeks_gone: ['a', 'nobody'], online: 9 });
  expect(state.seeks.map((one) => one.id)).toEqual(['b', 'c']);
  expect(state.online).toBe(9);
});

test('other messages change nothing', () => {
  expect(hearLobby(emptyLobby, { t: 'pong', mark: 1, now: 2 })).toBe(emptyLobby);
});
