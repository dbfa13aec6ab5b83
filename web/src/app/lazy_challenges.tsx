// Knows that challenges are for accounts alone: what shows them comes once somebody with one is here.
import { useEffect } from 'preact/hooks';
import { hasAccount, hasPlayed, me, refreshMe } from './api';
import { useLater } from './later';

export function LazyChallenges() {
  const isForThem = hasAccount();
  const Part = useLater(isForThem, async () => (await import('../pages/challenges/challenges')).Challenges);
  useEffect(() => {
    if (me.peek() === undefined && hasPlayed()) refreshMe().catch(() => undefined);
  }, []);
  return isForThem && Part !== null ? <Part /> : null;
}
