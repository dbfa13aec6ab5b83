// Knows how the players are shown beside the board: who sits where, whose turn it is, what time they have.
import type { ComponentChildren } from 'preact';
import { useLater } from '../../app/later';
import { say } from '../../messages/messages';
import { Clock } from '../clock/clock';
import { computerName, levelName } from '../computer';
import type { SeatView, TableState } from '../model';
import { setsOf } from '../dressing';
import { seatTitle, sideName } from '../naming';
import { homeCount } from '../played_moves';
import { PlayerLink } from './player_link';
import { RatingNumber } from './rating_number';
import { SetSign } from '../set_sign';
import type { GameTree } from '../game_tree';

interface SeatProps {
  readonly tree: GameTree;
  readonly state: TableState;
  readonly seat: SeatView;
  readonly isTurn: boolean; // on the board as it is shown
  readonly ply: number; // the moves that it has
  readonly lightSeat: number;
  readonly children?: ComponentChildren; // its tray
}

/** The colours of a seat: a disc each, with the star's sign, the same as on the board. */
export function Discs({ tree, seat, lightSeat }: Pick<SeatProps, 'tree' | 'lightSeat'> & { seat: number }) {
  if (tree.layout.shape !== 'star') {
    return (
      <span class="discs" aria-hidden="true">
        <span class={`disc ${seat === lightSeat ? 'disc-light' : 'disc-dark'}`} />
      </span>
    );
  }
  return (
    <span class="discs" aria-hidden="true">
      {setsOf(tree.root, seat).map((set) => (
        <SetSign key={set} set={set} />
      ))}
    </span>
  );
}

/** How many of its pieces are home, where it has any and no place yet: in words where there is room for them. */
function Home({ tree, seat, ply, isWide }: Pick<SeatProps, 'tree' | 'seat' | 'ply'> & { readonly isWide: boolean }) {
  if (tree.layout.shape !== 'star' || seat.place > 0) return null;
  const { home, of } = homeCount(tree, ply, seat.seat);
  if (of === 0) return null; // taken off the board
  const label = say('table.home', { count: home, of });
  if (isWide) return <span class="seat-home">{label}</span>;
  return (
    <span class="seat-home" role="img" aria-label={label} title={label}>
      {home}/{of}
    </span>
  );
}

/** Whom it plays with, in teams. */
function Partner({ tree, state, seat }: Pick<SeatProps, 'tree' | 'state' | 'seat'>) {
  const { sides } = tree.game;
  const mates = state.seats.filter((one) => one.seat !== seat.seat && sides[one.seat] === sides[seat.seat]);
  if (mates.length === 0) return null;
  const isMine = mates.some((one) => one.isMine);
  return <span class={`seat-partner${isMine ? ' is-yours' : ''}`}>{isMine ? say('table.partner.yours') : say('table.partner', { side: mates.map((one) => sideName(tree, one.seat)).join(', ') })}</span>;
}

const face = async () => (await import('./face')).Face;
const missedTurns = async () => (await import('../missed_turns')).MissedAtSeat;

export function Seat({ tree, state, seat, isTurn, ply, lightSeat, children }: SeatProps) {
  const title = seatTitle(tree, seat);
  const side = sideName(tree, seat.seat);
  const rating = seat.player?.rating;
  const isBot = seat.player?.kind === 'engine';
  const Face = useLater(isBot, face);
  const Missed = useLater(seat.missed !== undefined, missedTurns);
  // Among many there is less room, and the face says what it is.
  const level = state.seats.length > 2 ? levelName : computerName;
  const who = seat.player === undefined && state.phase === 'waiting' ? say('table.empty') : title;
  // While one plays, a finger beside the board must not lead away from it.
  const isAtPlay = state.phase === 'running' && state.seats.some((one) => one.isMine);
  const isAlone = seat.isMine && state.seats.filter((one) => one.isMine).length === 1; // at this screen
  const hasPlace = seat.place > 0 && state.seats.length > 2; // then nobody waits for it
  const classes = ['seat', isTurn ? 'is-turn' : '', seat.isOut ? 'is-out' : '', seat.isThere ? '' : 'is-gone'];
  return (
    <li class={classes.filter(Boolean).join(' ')} aria-current={isTurn ? 'true' : undefined}>
      <Discs tree={tree} seat={seat.seat} lightSeat={lightSeat} />
      {isBot && (Face === null ? <span class="face" /> : <Face seat={seat.seat} />)}
      <span class="seat-name">
        <span class="seat-who">{seat.player === undefined || isAtPlay ? who : <PlayerLink player={seat.player}>{who}</PlayerLink>}</span>
        <span class="seat-facts">
          {title !== side && <span class="seat-side">{side}</span>}
          <Home tree={tree} seat={seat} ply={ply} isWide={isAlone || state.seats.length === 2} />
          <Partner tree={tree} state={state} seat={seat} />
          {seat.player?.kind === 'engine' && <span class="seat-level">{level(seat.player.id, seat.player.name)}</span>}
          {rating !== undefined && <span><RatingNumber rating={rating} isProvisional={seat.player?.isProvisional} /></span>}
          {isAlone && <span>{say('table.you')}</span>}
          {!seat.isThere && seat.player !== undefined && !hasPlace && <span>{say('table.away')}</span>}
          {seat.isOut && state.seats.length > 2 && <span>{say('table.out')}</span>}
          {Missed !== null && <Missed missed={seat.missed} />}
        </span>
      </span>
      {children}
      {hasPlace && <span class="seat-place">{say('table.place', { place: seat.place })}</span>}
      {seat.clock !== undefined && !hasPlace && (
        <Clock clock={seat.clock} isRunning={state.running === seat.seat} since={state.since} of={title} />
      )}
    </li>
  );
}

/** How everyone did, the best first. */
export function Places({ tree, state, lightSeat }: Pick<SeatProps, 'tree' | 'lightSeat'> & { readonly state: Pick<TableState, 'seats'> }) {
  const placed = state.seats.filter((seat) => seat.place > 0).sort((a, b) => a.place - b.place);
  return (
    <ol class="places" role="list">
      {placed.map((seat) => (
        <li key={seat.seat} value={seat.place}>
          <span class="place-number">{say('table.place.number', { place: seat.place })}</span>
          <Discs tree={tree} seat={seat.seat} lightSeat={lightSeat} />
          <span class="place-of">{seat.player === undefined ? seatTitle(tree, seat) : <PlayerLink player={seat.player}>{seatTitle(tree, seat)}</PlayerLink>}</span>
        </li>
      ))}
    </ol>
  );
}
