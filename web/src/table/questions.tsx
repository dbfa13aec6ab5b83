// Knows the offers of other players that wait for an answer. Does not know how one's own stand: actions.tsx.
import type { Action, Table, TableState } from '../game/model';
import { seatTitle } from '../game/naming';
import { say } from '../messages/messages';
import '../styles/questions.css';

function Question({ text, yes, no }: { text: string; yes: (() => void) | undefined; no: (() => void) | undefined }) {
  return (
    <div class="notice question" role="alert">
      <span>{text}</span>
      <span class="row">
        {yes !== undefined && (
          <button type="button" class="button button-main" onClick={yes}>
            {say('table.accept')}
          </button>
        )}
        {no !== undefined && (
          <button type="button" class="button" onClick={no}>
            {say('table.decline')}
          </button>
        )}
      </span>
    </div>
  );
}

export function Questions({ table, state }: { table: Table; state: TableState }) {
  const can = (action: Action) => (state.actions.includes(action) ? () => table.act(action) : undefined);
  const nameOf = (seat: number | undefined) => {
    const view = seat === undefined ? undefined : state.seats[seat];
    return view === undefined ? '' : seatTitle(table.tree, view);
  };
  const isMine = (seat: number) => state.seats[seat]?.isMine === true;
  const { drawOffer, takebackOffer, rematchBy } = state;
  const asker = rematchBy.find((seat) => !isMine(seat));
  return (
    <>
      {drawOffer !== null && !isMine(drawOffer) && (
        <Question text={say('table.draw.offered', { name: nameOf(drawOffer) })} yes={can('accept_draw')} no={can('decline_draw')} />
      )}
      {takebackOffer !== null && !isMine(takebackOffer) && (
        <Question
          text={say('table.takeback.offered', { name: nameOf(takebackOffer) })}
          yes={can('accept_takeback')}
          no={can('decline_takeback')}
        />
      )}
      {asker !== undefined && state.rematch === null && (
        <Question text={say('table.rematch.offered', { name: nameOf(asker) })} yes={can('accept_rematch')} no={can('decline_rematch')} />
      )}
    </>
  );
}
