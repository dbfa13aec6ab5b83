// Knows which players have a page of their own, and the way there: accounts do; guests and computers do not.
import type { ComponentChildren } from 'preact';

interface Somebody {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** The address of a player's page; undefined where there is none. */
export function playerPath({ id, name, kind }: Somebody): string | undefined {
  return kind === 'account' && id !== 'deleted' ? `/player/${encodeURIComponent(name)}` : undefined;
}

/** A player's name, which leads to their page where they have one. */
export function PlayerLink({ player, children }: { readonly player: Somebody; readonly children?: ComponentChildren }) {
  const path = playerPath(player);
  const text = children ?? player.name;
  return path === undefined ? <>{text}</> : <a class="player-link" href={path}>{text}</a>;
}
