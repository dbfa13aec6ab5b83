// Knows what a game that has just ended made of this player's rating: the server works it out a moment later.
// Refuses to know how ratings are worked out.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { me, refreshMe } from '../app/api';
import { say } from '../messages/messages';
import type { Me } from '../wire';

const pausesMs = [300, 1000, 3000, 8000];

const ratingsOf = (player: Me | undefined) => new Map(player?.ratings.map(({ family, pace, rating }) => [`${family} ${pace}`, rating]));

export function RatingChange() {
  const change = useSignal<{ readonly from: number | undefined; readonly to: number } | undefined>(undefined);
  useEffect(() => {
    const before = ratingsOf(me.peek());
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async (tries: number) => {
      const now = ratingsOf(await refreshMe());
      if (isGone) return;
      const changed = [...now].find(([of, rating]) => before.get(of) !== rating);
      if (changed !== undefined) change.value = { from: before.get(changed[0]), to: changed[1] };
      else wait(tries + 1);
    };
    const wait = (tries: number) => {
      const pause = pausesMs[tries];
      if (pause !== undefined) timer = setTimeout(() => void look(tries).catch(() => undefined), pause);
    };
    wait(0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  const { from, to } = change.value ?? {};
  if (to === undefined) return null;
  const by = from === undefined ? '' : ` (${to >= from ? '+' : '−'}${Math.abs(to - from)})`;
  return <p class="rating-change">{`${say('table.rating', { rating: String(to) })}${by}`}</p>;
}
