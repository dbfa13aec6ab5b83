// Knows the games that one may begin at once with whoever wants the same: which one, rated or for fun, on which clock. A game
// of more than two is not searched for: its buttons lead to a table.
// Does not know how the server is asked, and who is paired with whom: the server says that.
import { useSignal } from '@preact/signals';
import { hasAccount, hasNoAccount } from '../../app/api';
import { starPlayers, starToken } from '../../app/beginning';
import { Choice } from '../../app/controls/choice';
import { featuredGames, otherGames } from '../../game/offered_games';
import { signInPath } from '../../app/sign_in';
import type { Clock, MatchSummary, Seek } from '../../wire';
import { say } from '../../messages/messages';
import { clockOf, type OwnClock, type Preset } from '../new_game/clocks';
import { Chips, Count } from './chips';
import { clockName, gameName } from './naming';
import { quickChoice, remember } from './quick_choice';
import { isForMany } from './tables';
import { fitting, lookingFor, waitingAtTable } from './waiting';

const noOwn: OwnClock = { kind: 'fischer', minutes: 0, seconds: 0, periods: 0 };
interface QuickClock {
  readonly clock: Clock;
  readonly about: string; // in words
  readonly pace?: 'bullet' | 'blitz' | 'rapid' | 'classical'; // under which it counts for a rating
}

const quickClock = (preset: Exclude<Preset, 'own'>, pace?: QuickClock['pace']): QuickClock => ({
  clock: clockOf(preset, noOwn),
  about: say(`start.clock.${preset}`),
  ...(pace === undefined ? {} : { pace }),
});
const quickClocks = (): readonly QuickClock[] => [
  quickClock('bullet', 'bullet'),
  quickClock('blitz_short', 'blitz'),
  quickClock('blitz', 'blitz'),
  quickClock('rapid_short', 'rapid'),
  quickClock('rapid', 'rapid'),
  quickClock('classical', 'classical'),
  quickClock('none'),
];
/** Where many play, nobody waits for long for the one who is away. */
const clocksForMany = (): readonly QuickClock[] => [quickClock('turn'), quickClock('rapid'), quickClock('none')];
const tableClock = clockOf('turn', noOwn);
const example = clockOf('blitz', noOwn);
const quickTables = starPlayers.filter((players) => players > 2);

/** What the name of a game stands for: Chinese checkers for the tables of many too. */
const gamesOf = (game: string): readonly string[] => (game === 'sternhalma' ? [game, ...quickTables.map(starToken)] : [game]);

interface QuickButtonProps {
  readonly name: string;
  readonly about?: string | undefined; // in words
  readonly pace?: QuickClock['pace'];
  readonly count: number; // of those who wait for it
  readonly press: () => void;
}

function QuickButton({ name, about, pace, count, press }: QuickButtonProps) {
  return (
    <button type="button" class={`button quick-button${count > 0 ? ' has-waiting' : ''}`} title={about} onClick={press}>
      <span>{name}</span>
      {pace !== undefined && <span class="quick-pace">{say(`account.pace.${pace}`)}</span>}
      <Count count={count} />
    </button>
  );
}

/** All further games; the chosen one then stands among the others. */
function MoreGames({ choose }: { readonly choose: (game: string) => void }) {
  const more = say('home.more');
  return <Choice aria-label={more} value="" options={[['', more], ...otherGames.map((game) => [game, gameName(game)] as const)]} choose={(game) => game !== '' && choose(game)} />;
}

/** Rated or for fun is asked of those who have an account; a guest learns what that would take. */
function Rated() {
  if (hasAccount()) {
    return (
      <Chips
        name="quick-rated"
        label={say('lobby.quick.counts')}
        isLabelSeen
        chosen={quickChoice.value.isRated ? 'rated' : 'casual'}
        options={[
          ['rated', say('lobby.rated')],
          ['casual', say('challenge.casual')],
        ]}
        choose={(chosen) => remember({ isRated: chosen === 'rated' })}
      />
    );
  }
  if (!hasNoAccount()) return null; // not known yet
  return (
    <p class="quick-guest quiet">
      {say('lobby.quick.guest')} <a href={signInPath()}>{say('account.enter')}</a>
    </p>
  );
}

interface QuickGamesProps {
  readonly wanted: string | null;
  readonly seeks: readonly Seek[];
  readonly matches: readonly MatchSummary[];
  readonly you: string | undefined;
  readonly look: (game: string, clock: Clock, isRated: boolean) => void;
  readonly sit: (game: string, clock: Clock, isRated: boolean) => void;
}

export function QuickGames({ wanted, seeks, matches, you, look, sit }: QuickGamesProps) {
  const { game: last, other } = quickChoice.value;
  const asked = useSignal(wanted); // by the address, until another one is chosen
  const isRated = hasAccount() && quickChoice.value.isRated;
  const chosen = asked.value ?? last;
  const games = [...new Set<string>([...featuredGames, other, wanted ?? '', chosen])].filter((game) => game !== '');
  const choose = (game: string) => {
    asked.value = game;
    remember({ game, ...(otherGames.some((each) => each === game) ? { other: game } : {}) });
  };
  const many = isForMany(chosen);
  // A game without a clock need never end, and is not rated.
  const clocks = (many ? clocksForMany() : quickClocks()).filter((one) => !isRated || one.clock.kind !== 'none');
  return (
    <div class="quick">
      <p class="quiet">{say('lobby.quick.about')}</p>
      <div class="row">
        <Chips
          name="quick-game"
          label={say('lobby.game')}
          chosen={chosen}
          options={games.map((game) => [game, gameName(game), lookingFor({ seeks, matches }, gamesOf(game), isRated, you)])}
          choose={choose}
        />
        <MoreGames choose={choose} />
      </div>
      <Rated />
      <div class="quick-clocks">
        {clocks.map(({ clock: one, about, pace }) => (
          <QuickButton
            key={clockName(one)}
            name={clockName(one)}
            about={one.kind === 'none' ? undefined : about}
            pace={pace}
            count={many ? waitingAtTable(matches, chosen, one, isRated, you) : fitting({ seeks, matches }, chosen, one, isRated, you)}
            press={() => (many ? sit : look)(chosen, one, isRated)}
          />
        ))}
      </div>
      {!many && (
        <p class="quiet small quick-example">
          {clockName(example)}: {say('start.clock.blitz')}
        </p>
      )}
      {chosen === 'sternhalma' && (
        <>
          <p class="quiet small">{say('lobby.tables', { seconds: (tableClock.step_ms ?? 0) / 1000 })}</p>
          <div class="quick-clocks is-tables">
            {quickTables.map((players) => {
              const token = starToken(players);
              return (
                <QuickButton
                  key={token}
                  name={say('home.players.count', { count: players })}
                  count={waitingAtTable(matches, token, tableClock, isRated, you)}
                  press={() => sit(token, tableClock, isRated)}
                />
              );
            })}
          </div>
        </>
      )}
    </div>
  );
}
