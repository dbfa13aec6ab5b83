// Knows how one's own games are listed: those that the server keeps, and those on this device; refuses to know where.
import { Fragment, type ComponentChildren } from 'preact';
import { computerName, playerName } from '../../game/computer';
import type { KeptGame } from '../../game/kept/kept_games';
import { say, sayDate, sayNumber } from '../../messages/messages';
import type { MatchSummary } from '../../wire';
import { clockName, gameName } from '../lobby/naming';
import { placesOf, wentFor, type Went } from './result';
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

function phaseText(match: MatchSummary, went: Went | undefined): string {
  if (match.my_turn === true) return say('games.your.turn');
  return match.phase === 'over' ? wentText(went) : say(`games.${match.phase}`);
}

export function ServerGame({ match }: { readonly match: MatchSummary }) {
  const others = namesOnce(match.seats.flatMap((seat, at) => (at === match.seat ? [] : [seat.player === undefined ? '–' : playerName(seat.player)])));
  const rivals = match.seats.flatMap(({ player }, at) => (at === match.seat || player?.kind !== 'account' || player.id === 'deleted' ? [] : [player]));
  const went = match.phase === 'over' ? wentFor(placesOf(match.result ?? ''), match.seat ?? -1) : undefined;
  return (
    <li>
      <span>
        <b>{gameName(match.game)}</b> {say('games.against', { names: others.join(', ') })}
        <br />
        <span class="quiet small">
          {clockName(match.clocks?.[0])} · <StateText went={went} text={phaseText(match, went)} /> · {sayDate(new Date(match.updated_at))}
          {rivals.map((player) => (
            <Fragment key={player.id}>
              {' · '}
              <a href={`/player/${encodeURIComponent(player.name)}`}>{player.name}</a>
            </Fragment>
          ))}
        </span>
      </span>
      <a class={`button${match.my_turn === true ? ' button-main' : ''}`} href={`/match/${match.match}`}>
        {say('games.open')}
      </a>
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
      <span class="row">
        {children}
        <a class="button" href={`/here/${encodeURIComponent(game.token)}/${game.id}`}>
          {say('games.open')}
        </a>
      </span>
    </li>
  );
}
