// Knows how a game of one's own that runs is told above every other page, and leads back to it. Does not know which: it asks
// the server for one's games when a page opens, and now and then while one of them runs.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../app/api';
import { address } from '../../app/router/router';
import { Clock } from '../../game/clock/clock';
import { nameAtSeat } from '../../game/computer';
import '../../messages/en_people';
import { say, sayList } from '../../messages/messages';
import '../../styles/running.css';
import type { MatchList, MatchSummary, ServerSnapshot } from '../../wire';
import { namesOnce } from './items';
import { isTimed, ownClock, pressing, type OwnClock } from './running';

/** How long what was asked is taken to hold: where a clock runs less long. */
const timedMs = 5000;
const untimedMs = 30_000;

interface Found {
  readonly match: MatchSummary;
  readonly own: OwnClock | undefined;
  readonly since: number;
}

async function find(): Promise<Found | undefined> {
  const { matches } = await ask<MatchList>('GET', '/api/me/matches');
  const [match] = pressing(matches);
  if (match === undefined) return undefined;
  const told = isTimed(match) ? await ask<ServerSnapshot>('GET', `/api/matches/${match.match}`) : undefined;
  const own = told === undefined ? undefined : ownClock(told.snapshot, match.seat ?? 0);
  return { match, own, since: performance.now() };
}

/** What is found, as long as it is to be shown. At a table one has a game before one's eyes. */
function useFound(): Found | undefined {
  const found = useSignal<Found | undefined>(undefined);
  const { path } = address.value;
  const isAtTable = path.startsWith('/match/');
  useEffect(() => {
    if (isAtTable) {
      found.value = undefined;
      return;
    }
    let isGone = false;
    let timer = 0;
    let latest = 0; // an answer that comes after that to a later question is old
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) return; // it is looked at again when it is seen again
      const question = ++latest;
      const isLatest = () => !isGone && question === latest;
      find()
        .then(
          (now) => {
            if (isLatest()) found.value = now;
          },
          () => undefined, // what is known stays until the server answers again
        )
        .finally(() => {
          const known = found.peek();
          if (isLatest() && known !== undefined) timer = window.setTimeout(look, isTimed(known.match) ? timedMs : untimedMs);
        });
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [path, isAtTable]);
  return found.value;
}

export function RunningBar() {
  const found = useFound();
  const match = found?.match;
  if (found === undefined || match === undefined || (match.my_turn !== true && !isTimed(match))) return null;
  const others = match.seats.flatMap(({ player }, seat) => (seat === match.seat ? [] : [nameAtSeat(player)]));
  const names = sayList(namesOnce(others));
  const text = say(match.my_turn === true ? 'games.bar.turn' : 'games.bar.running', { names });
  return (
    <aside class={`running-bar${match.my_turn === true ? ' is-turn' : ''}`}>
      <a href={`/match/${match.match}`}>
        <span class="running-text" role="status">
          {text}
        </span>
        {found.own !== undefined && <Clock clock={found.own.clock} isRunning={found.own.isRunning} since={found.since} of={say('table.you')} />}
      </a>
    </aside>
  );
}
