// Knows the lobby as the server tells it: whole first, then change by change. Does not know how it is shown.
import type { MatchSummary, Seek, ServerMessage } from '../../wire';

export interface LobbyState {
  readonly seeks: readonly Seek[];
  readonly matches: readonly MatchSummary[];
  readonly online: number;
  readonly isKnown: boolean; // the server has told it
}

export const emptyLobby: LobbyState = { seeks: [], matches: [], online: 0, isKnown: false };

function merged<T>(old: readonly T[], changed: readonly T[], gone: readonly string[], name: (one: T) => string): readonly T[] {
  if (changed.length === 0 && gone.length === 0) return old;
  const fresh = new Map(changed.map((one) => [name(one), one]));
  const kept = old.filter((one) => !gone.includes(name(one))).map((one) => {
    const replaced = fresh.get(name(one));
    fresh.delete(name(one));
    return replaced ?? one;
  });
  return [...kept, ...fresh.values()];
}

export function hearLobby(state: LobbyState, message: ServerMessage): LobbyState {
  if (message.t === 'lobby') return { seeks: message.seeks, matches: message.matches, online: message.online, isKnown: true };
  if (message.t !== 'lobby_change') return state;
  return {
    seeks: merged(state.seeks, message.seeks ?? [], message.seeks_gone ?? [], (seek) => seek.id),
    matches: merged(state.matches, message.matches ?? [], message.matches_gone ?? [], (match) => match.match),
    online: message.online ?? state.online,
    isKnown: state.isKnown,
  };
}
