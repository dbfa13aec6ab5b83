// Knows what is shown of a quick search: the games that one may search for, then what is searched for and for how long.
// Refuses to know how the server is asked.
import type { Seek } from '../../wire';
import { say } from '../../messages/messages';
import { clockOf, type Preset } from '../new_game/clocks';
import { clockName, gameName } from './naming';
import { useSeconds } from '../../app/seconds';
import { fitting, lengthOfTime } from './waiting';

export const quickGames = ['american', 'flying-king', 'sternhalma'] as const;
const quickClocks: readonly Preset[] = ['blitz', 'rapid', 'none'];
const noOwn = { kind: 'fischer', minutes: 0, seconds: 0, periods: 0 } as const;
/** So long one looks for people alone; then the computer is offered. */
const computerOfferedMs = 20_000;

/** The number alone is shown: a button that grew would push the others away from under the pointer. */
function Count({ text, count }: { readonly text: string; readonly count: number }) {
  return (
    <span class="waiting-count" title={text}>
      <span aria-hidden="true">{count}</span>
      <span class="only-spoken">{text}</span>
    </span>
  );
}

interface QuickGamesProps {
  readonly wanted: string | null;
  readonly seeks: readonly Seek[];
  readonly you: string | undefined;
  readonly look: (game: string, clock: ReturnType<typeof clockOf>) => void;
}

export function QuickGames({ wanted, seeks, you, look }: QuickGamesProps) {
  const games = wanted !== null && !quickGames.some((game) => game === wanted) ? [wanted, ...quickGames] : quickGames;
  return (
    <>
      <p class="quiet">{say('lobby.quick.about')}</p>
      <div class="quick">
        {games.map((game) => (
          <div key={game} class={`quick-game${game === wanted ? ' is-wanted' : ''}`}>
            <b>{gameName(game)}</b>
            <div class="row">
              {quickClocks.map((preset) => {
                const clock = clockOf(preset, noOwn);
                const count = fitting(seeks, game, clock, you);
                return (
                  <button key={preset} type="button" class={`button${count > 0 ? ' has-waiting' : ''}`} onClick={() => look(game, clock)}>
                    {clockName(clock)}
                    {count > 0 && <Count text={say('lobby.quick.count', { count })} count={count} />}
                  </button>
                );
              })}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

export interface Search {
  readonly game: string;
  readonly clock: ReturnType<typeof clockOf>;
  readonly since: number;
}

interface SearchingProps {
  readonly search: Search;
  readonly stop: () => void;
  readonly computer: () => void;
}

export function Searching({ search, stop, computer }: SearchingProps) {
  const waited = useSeconds().value - search.since;
  const isLong = waited >= computerOfferedMs;
  return (
    <div class="stack searching">
      <p role="status">
        {say('lobby.quick.waiting')}{' '}
        <b>
          {gameName(search.game)} · {clockName(search.clock)}
        </b>
      </p>
      <p class="search-time" role="timer" aria-label={say('lobby.quick.time')}>
        {lengthOfTime(waited)}
      </p>
      <p role="status" class={isLong ? '' : 'only-spoken'}>
        {isLong && say('lobby.quick.nobody')}
      </p>
      <div class="row">
        {isLong && (
          <button type="button" class="button button-main" onClick={computer}>
            {say('lobby.quick.computer')}
          </button>
        )}
        <button type="button" class="button" onClick={stop}>
          {say('lobby.quick.stop')}
        </button>
      </div>
    </div>
  );
}
