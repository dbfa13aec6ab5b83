// Knows that challenges are for accounts alone: what shows them comes once somebody with one is here.
import { useEffect } from 'preact/hooks';
import { hasPlayed, me, refreshMe } from './api';
import { useLater } from './later';

export function LazyChallenges() {
  const hasAccount = me.value?.player.kind === 'account';
  const Part = useLater(hasAccount, async () => (await import('../pages/challenges/challenges')).Challenges);
  useEffect(() => {
    if (me.peek() === undefined && hasPlayed()) refreshMe().catch(() => undefined);
  }, []);
  return hasAccount && Part !== null ? <Part /> : null;
}
