// Knows how one's own games are listed: those that the server keeps, and those on this device; refuses to know where.
import type { ComponentChildren } from 'preact';
import { levelName, playerName } from '../../table/computer';
import type { KeptGame } from '../../table/kept_games';
import { say, sayDate } from '../../words/words';
import type { MatchSummary } from '../../wire';
import { clockName, gameName } from '../lobby/naming';

function phaseText(match: MatchSummary): string {
  if (match.my_turn === true) return say('games.your.turn');
  if (match.phase === 'over' && match.result !== undefined && match.result !== '') return match.result;
  return say(`games.${match.phase}`);
}

export function ServerGame({ match }: { readonly match: MatchSummary }) {
  const others = match.seats.flatMap((seat, at) => (at === match.seat ? [] : [seat.player === undefined ? '–' : playerName(seat.player)]));
  return (
    <li>
      <span>
        <b>{gameName(match.game)}</b> {say('games.against', { names: others.join(', ') })}
        <br />
        <span class="quiet small">
          {clockName(match.clocks?.[0])} · {phaseText(match)} · {sayDate(new Date(match.updated_at))}
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
  return (
    <li>
      <span>
        <b>{gameName(game.token)}</b>{' '}
        {level === undefined ? say('games.here') : say('games.against', { names: levelName(level) })}
        <br />
        <span class="quiet small">
          {say('lobby.moves', { count: game.moves.length })} · {say(game.isOver ? 'games.over' : 'games.running')} ·{' '}
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
