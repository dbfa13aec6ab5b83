// Knows what is shown of a quick search: the games that one may search for, then what is searched for and for how long. A
// game of more than two is not searched for: its buttons lead to a table. Refuses to know how the server is asked.
import { starToken } from '../../app/beginning';
import type { Clock, MatchSummary, Seek } from '../../wire';
import { say } from '../../messages/messages';
import { clockOf, type Preset } from '../new_game/clocks';
import { clockName, gameName } from './naming';
import { useSeconds } from '../../app/seconds';
import { isForMany } from './tables';
import { fitting, lengthOfTime, waitingAtTable } from './waiting';

export const quickGames = ['american', 'flying-king', 'sternhalma'] as const;
const quickClocks: readonly Preset[] = ['blitz', 'rapid', 'none'];
/** Where many play, nobody waits for long for the one who is away. */
const clocksForMany: readonly Preset[] = ['turn', 'rapid', 'none'];
const quickTables = [3, 4, 6] as const; // of the star, with as many players
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

interface QuickButtonProps {
  readonly name: string;
  readonly count: number; // of those who wait for it
  readonly press: () => void;
}

function QuickButton({ name, count, press }: QuickButtonProps) {
  return (
    <button type="button" class={`button${count > 0 ? ' has-waiting' : ''}`} onClick={press}>
      {name}
      {count > 0 && <Count text={say('lobby.quick.count', { count })} count={count} />}
    </button>
  );
}

interface QuickGamesProps {
  readonly wanted: string | null;
  readonly seeks: readonly Seek[];
  readonly matches: readonly MatchSummary[];
  readonly you: string | undefined;
  readonly look: (game: string, clock: Clock) => void;
  readonly sit: (game: string, clock: Clock) => void;
}

export function QuickGames({ wanted, seeks, matches, you, look, sit }: QuickGamesProps) {
  const games = wanted !== null && !quickGames.some((game) => game === wanted) ? [wanted, ...quickGames] : quickGames;
  const clockButton = (game: string, preset: Preset) => {
    const clock = clockOf(preset, noOwn);
    const [count, press] = isForMany(game)
      ? [waitingAtTable(matches, game, clock, you), () => sit(game, clock)]
      : [fitting(seeks, game, clock, you), () => look(game, clock)];
    return <QuickButton key={preset} name={clockName(clock)} count={count} press={press} />;
  };
  const tableClock = clockOf('turn', noOwn);
  return (
    <>
      <p class="quiet">{say('lobby.quick.about')}</p>
      <div class="quick">
        {games.map((game) => (
          <div key={game} class={`quick-game${game === wanted ? ' is-wanted' : ''}`}>
            <b>{gameName(game)}</b>
            <div class="row">{(isForMany(game) ? clocksForMany : quickClocks).map((preset) => clockButton(game, preset))}</div>
            {game === 'sternhalma' && (
              <>
                <span class="quiet small">{say('lobby.tables', { seconds: (tableClock.step_ms ?? 0) / 1000 })}</span>
                <div class="quick-tables">
                  {quickTables.map((players) => {
                    const token = starToken(players);
                    const count = waitingAtTable(matches, token, tableClock, you);
                    return <QuickButton key={token} name={say('home.players.count', { count: players })} count={count} press={() => sit(token, tableClock)} />;
                  })}
                </div>
              </>
            )}
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
