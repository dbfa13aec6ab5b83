// Knows how the turns that a player has missed are told: at the seat, and as a sentence that is spoken when it changes. Refuses
// to know when a turn is missed. It comes once there is one, and brings its own words.
import '../messages/en_new_game';
import { say } from '../messages/messages';
import type { SeatView, TableState } from './model';
import { seatTitle } from './naming';
import type { GameTree } from './game_tree';

/** `2 of 3 turns missed`, among the facts of a seat. */
export function MissedAtSeat({ missed }: Pick<SeatView, 'missed'>) {
  return missed === undefined ? null : <span class="seat-missed">{say('table.missed', missed)}</span>;
}

/** Of all who have missed any and still play; while the computer moves for one, that is what is told. */
export function MissedTurns({ tree, state }: { readonly tree: GameTree; readonly state: TableState }) {
  return (
    <>
      {state.seats.map((seat) =>
        seat.missed === undefined || seat.player?.kind === 'engine' || seat.isOut || seat.place > 0 ? null : (
          <p key={seat.seat}>{seat.isMine ? say('table.missed.you', seat.missed) : say('table.missed.other', { ...seat.missed, name: seatTitle(tree, seat) })}</p>
        ),
      )}
    </>
  );
}
