// Knows that only who has played here has a game to be led back to: what shows it comes then.
import { hasPlayed, me } from './api';
import { useLater } from './later';

export function LazyRunningBar() {
  const isPlayer = me.value !== undefined || hasPlayed();
  const Part = useLater(isPlayer, async () => (await import('../pages/games/running_bar')).RunningBar);
  return isPlayer && Part !== null ? <Part /> : null;
}
