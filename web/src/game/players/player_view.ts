// Knows a player of the server as a table shows them.
import type { Player } from '../../wire';
import type { PlayerView } from '../model';

export function playerView({ id, name, kind, rating, provisional }: Player): PlayerView {
  return { id, name, kind, rating, isProvisional: provisional };
}
