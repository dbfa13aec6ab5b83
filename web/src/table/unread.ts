// Knows how many lines of a chat nobody at this page has seen yet: those of others that came while the chat was not in view.
// Does not know how they are shown.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { readText, writeText } from '../app/device/device_storage';
import type { ChatView } from '../game/model';

/** How much of the chat has to be in view, above what lies over the foot of the window. */
const seenPart = 0.6;
const foot = '0px 0px -56px 0px';

/** What was seen is kept as long as the tab: a page that is loaded again goes on from there. */
const place = (link: string) => `crownstar.chat-seen:${link}`;

function keptSeen(link: string): number | undefined {
  const kept = Number(readText(place(link), 'tab') ?? NaN);
  return Number.isInteger(kept) ? kept : undefined;
}

const keepSeen = (link: string, last: number): void => writeText(place(link), String(last), 'tab');

/** `link`: of the table. What had been said before one came to it is nothing new. */
export function useUnread(log: RefObject<HTMLElement | null>, link: string, lines: readonly ChatView[], you: string): number {
  const last = lines.at(-1)?.id ?? 0;
  const seen = useSignal(-1);
  const isInView = useSignal(false);
  useEffect(() => {
    seen.value = keptSeen(link) ?? last;
    keepSeen(link, seen.value);
  }, [link]);
  useEffect(() => {
    if (log.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => (isInView.value = (entries.at(-1)?.intersectionRatio ?? 0) >= seenPart),
      { threshold: seenPart, rootMargin: foot },
    );
    observer.observe(log.current);
    return () => observer.disconnect();
  }, []);
  const isSeen = isInView.value;
  useEffect(() => {
    const look = () => {
      if (!isSeen || document.hidden || seen.peek() < 0 || last <= seen.peek()) return;
      seen.value = last;
      keepSeen(link, last);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isSeen, last]);
  if (seen.value < 0) return 0;
  return lines.filter(({ id, author, isRemoved }) => id > seen.value && author.id !== you && !isRemoved).length;
}
