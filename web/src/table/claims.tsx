// Knows what is offered where another player has been away for long: the win or a draw, or to play on, with the computer or without
// them; and how long it is until then. Does not know after what time that is: the server says when, and what may be claimed.
import '../messages/en_new_game';
import { useSeconds } from '../app/seconds';
import type { Action, SeatView, Table, TableState } from '../game/model';
import { seatTitle } from '../game/naming';
import { say, sayList, type MessageKey } from '../messages/messages';
import '../styles/questions.css';

const claims: readonly (readonly [action: Action, key: MessageKey])[] = [
  ['claim_win', 'table.claim.win'],
  ['substitute', 'table.claim.computer'],
  ['take_off', 'table.claim.off'],
  ['claim_draw', 'table.claim.draw'],
];

/** Those who have just gone, where that will matter: before everybody has moved the game is aborted instead. */
function leaving({ phase, seats, actions }: TableState): readonly SeatView[] {
  if (phase !== 'running' || !actions.includes('resign') || actions.includes('abort')) return [];
  return seats.filter(({ claimAt, isAway, isMine }) => claimAt !== undefined && isAway !== true && !isMine);
}

/** `0:27`, in seconds that have begun. */
function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Until when the others wait. It is spoken once, not every second. */
function Leaving({ table, state }: AbsencesProps) {
  const gone = leaving(state);
  const now = useSeconds().value;
  const name = sayList(gone.map((seat) => seatTitle(table.tree, seat)));
  const first = Math.min(...gone.map(({ claimAt = Infinity }) => claimAt));
  const isAlone = state.seats.every((seat) => seat.isMine || seat.place > 0 || seat.isOut || seat.isAway === true || gone.includes(seat));
  return (
    <div class="notice question">
      <span role="status">{say('table.gone', { name })}</span>
      <span role="timer">{say(isAlone ? 'table.claim.soon' : 'table.claim.soon.off', { time: lengthText(first - now) })}</span>
    </div>
  );
}

interface AbsencesProps {
  readonly table: Table;
  readonly state: TableState;
}

export function Absences({ table, state }: AbsencesProps) {
  return (
    <>
      {isClaimable(state) && <Claims table={table} state={state} />}
      {leaving(state).length > 0 && <Leaving table={table} state={state} />}
    </>
  );
}

const isClaimable = ({ actions }: TableState) => claims.some(([action]) => action !== 'claim_draw' && actions.includes(action));

function Claims({ table, state }: AbsencesProps) {
  const gone = state.seats.filter((seat) => seat.isAway === true);
  return (
    <div class="notice question" role="alert">
      <span>{say('table.claim', { name: sayList(gone.map((seat) => seatTitle(table.tree, seat))) })}</span>
      <span class="row">
        {claims.map(([action, key]) =>
          state.actions.includes(action) ? (
            <button key={action} type="button" class={`button${action === 'claim_draw' ? '' : ' button-main'}`} onClick={() => table.act(action)}>
              {say(key)}
            </button>
          ) : null,
        )}
      </span>
    </div>
  );
}
