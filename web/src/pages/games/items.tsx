// Knows how one's own games are listed: those that the server keeps, and those on this device; does not know where.
import type { ComponentChildren } from 'preact';
import { computerName, nameAtSeat } from '../../game/computer';
import type { KeptGame } from '../../game/kept/kept_games';
import { PlayerLink, playerPath } from '../../game/players/player_link';
import { RatingNumber } from '../../game/players/rating_number';
import { say, sayDate, sayNumber } from '../../messages/messages';
import type { MatchSummary, Player } from '../../wire';
import { clockName, gameName } from '../lobby/naming';
import { placesOf, seatOf, wentFor, type Went } from './result';
import '../../messages/en_people';

function wentText(went: Went | undefined): string {
  if (went === undefined) return say('games.over');
  return typeof went === 'string' ? say(`games.${went}`) : say('games.place', { place: went.place, count: went.of });
}

/** How a game stands or went; what was won, lost or drawn stands out. */
function StateText({ went, text }: { readonly went?: Went | undefined; readonly text: string }) {
  return typeof went === 'string' ? <b class={`went went-${went}`}>{text}</b> : <>{text}</>;
}

/** Five computers of one level are one name, five times. */
export function namesOnce(names: readonly string[]): readonly string[] {
  return [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    return count === 1 ? name : `${sayNumber(count)} × ${name}`;
  });
}

/** An account, and the rating that it came with. */
function Rated({ player }: { readonly player: Player }) {
  return (
    <>
      <PlayerLink player={player} />
      {player.rating !== undefined && <span class="quiet small"> <RatingNumber rating={player.rating} isProvisional={player.provisional} /></span>}
    </>
  );
}

/** Whoever else has a seat: each account leads to its page, and what is the same is named once. */
function Names({ players }: { readonly players: readonly (Player | undefined)[] }) {
  const withPage = players.flatMap((player) => (player !== undefined && playerPath(player) !== undefined ? [player] : []));
  const others = players.flatMap((player) => (player === undefined || playerPath(player) === undefined ? [nameAtSeat(player)] : []));
  const names = [...withPage.map((player) => <Rated key={player.id} player={player} />), ...namesOnce(others)];
  return <>{names.flatMap((name, at) => (at === 0 ? [name] : [', ', name]))}</>;
}

/** `against Bob`, in the order of the language, with the names as links. */
function Against({ players }: { readonly players: readonly (Player | undefined)[] }) {
  const place = '\u0000';
  const [before, after] = say('games.against', { names: place }).split(place);
  return (
    <>
      {before}
      <Names players={players} />
      {after}
    </>
  );
}

function phaseText(match: MatchSummary, went: Went | undefined): string {
  if (match.my_turn === true) return say('games.your.turn');
  if (match.phase === 'over') return match.result === undefined ? say('games.aborted') : wentText(went);
  return say(`games.${match.phase}`);
}

/** How it went for whoever sits there; nothing where nobody does, or while it runs. */
function wentIn(match: MatchSummary, seat: number | undefined): Went | undefined {
  return match.phase === 'over' && seat !== undefined ? wentFor(placesOf(match.result ?? ''), seat) : undefined;
}

/** A game of the player with that id, or else one's own. */
export function ServerGame({ match, of }: { readonly match: MatchSummary; readonly of?: string }) {
  const seat = of === undefined ? match.seat : seatOf(match, of);
  const others = match.seats.flatMap(({ player }, at) => (at === seat ? [] : [player]));
  const went = wentIn(match, seat);
  const isOver = match.phase === 'over';
  const goOn = say(match.seat === undefined ? 'lobby.watch.go' : 'games.continue');
  return (
    <li>
      <span>
        <b>{gameName(match.game)}</b> <Against players={others} />
        <br />
        <span class="quiet small">
          {clockName(match.clocks?.[0])} · {match.rated === true && `${say('lobby.rated')} · `}
          <StateText went={went} text={phaseText(match, went)} /> · {sayDate(new Date(match.updated_at))}
        </span>
      </span>
      <span class="row item-ways">
        <a class={`button${match.my_turn === true ? ' button-main' : ''}`} href={`/match/${match.match}`}>
          {isOver ? say('games.open') : goOn}
        </a>
        {isOver && (match.ply ?? 0) > 0 && (
          <a class="button" href={`/analysis?match=${match.match}`}>
            {say('games.review')}
          </a>
        )}
      </span>
    </li>
  );
}

export function DeviceGame({ game, children }: { readonly game: KeptGame; readonly children?: ComponentChildren }) {
  const level = game.levels.find((one) => one !== '');
  // Where several sat here, nobody's win is one's own.
  const own = game.levels.filter((one) => one === '').length === 1 ? game.levels.indexOf('') : -1;
  const places = game.places ?? [];
  const isDrawn = places.length > 0 && places.every((place) => place === places[0]);
  const went = !game.isOver ? undefined : isDrawn ? 'drawn' : wentFor(places, own);
  return (
    <li>
      <span>
        <b>{gameName(game.token)}</b>{' '}
        {level === undefined ? say('games.here') : say('games.against', { names: computerName(level) })}
        <br />
        <span class="quiet small">
          {say('lobby.moves', { count: game.moves.length })} · 
          <StateText went={went} text={game.isOver ? wentText(went) : say('games.running')} /> ·{' '}
          {sayDate(new Date(game.touchedAt))}
        </span>
      </span>
      <span class="row item-ways">
        {children}
        <a class="button" href={`/here/${encodeURIComponent(game.token)}/${game.id}`}>
          {say(game.isOver ? 'games.open' : 'games.continue')}
        </a>
        {game.isOver && game.moves.length > 0 && (
          <a class="button" href={`/analysis?kept=${game.id}`}>
            {say('games.review')}
          </a>
        )}
      </span>
    </li>
  );
}
