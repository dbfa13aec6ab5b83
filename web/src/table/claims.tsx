// Knows what is offered where another player has been away for long: the win or a draw, or to play on without them. Refuses to
// know how long that is: the server says what may be claimed.
import type { Action, Table, TableState } from '../game/model';
import { listed, seatTitle } from '../game/naming';
import { say, type MessageKey } from '../messages/messages';

const claims: readonly (readonly [action: Action, key: MessageKey])[] = [
  ['claim_win', 'table.claim.win'],
  ['take_off', 'table.claim.off'],
  ['claim_draw', 'table.claim.draw'],
];

export function Claims({ table, state }: { readonly table: Table; readonly state: TableState }) {
  const gone = state.seats.filter((seat) => !seat.isThere && !seat.isOut && seat.place === 0);
  return (
    <div class="notice question" role="alert">
      <span>{say('table.claim', { name: listed(gone.map((seat) => seatTitle(table.tree, seat))) })}</span>
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
