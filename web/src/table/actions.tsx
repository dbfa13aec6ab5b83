// Knows the buttons of a table: what a player can do besides moving, and how one's own offers stand.
import type { ComponentChildren } from 'preact';
import { say, type MessageKey } from '../messages/messages';
import type { Action, Table, TableState } from '../game/model';
import { seatTitle } from '../game/naming';
import { useLater } from '../app/later';
import { Resigning } from './resigning';

const absences = async () => (await import('./claims')).Absences;
const questions = async () => (await import('./questions')).Questions;
const missedTurns = async () => (await import('../game/missed_turns')).MissedTurns;

const labels: Readonly<Partial<Record<Action, MessageKey>>> = {
  abort: 'table.abort',
  offer_draw: 'table.draw',
  offer_takeback: 'table.takeback',
  take_back: 'table.takeback.now',
  offer_rematch: 'table.rematch',
};

/** How one's own offers stand: told as it changes, and spoken. */
function Offers({ table, state }: { table: Table; state: TableState }) {
  const isMine = (seat: number) => state.seats[seat]?.isMine === true;
  const { drawOffer, takebackOffer, rematchBy, rematch } = state;
  const Missed = useLater(state.phase === 'running' && state.seats.some(({ missed }) => missed !== undefined), missedTurns);
  const declining = state.declined == null ? undefined : state.seats[state.declined];
  return (
    <div class="offers quiet small" role="status">
      {drawOffer !== null && isMine(drawOffer) && <p>{say('table.draw.waiting')}</p>}
      {takebackOffer !== null && isMine(takebackOffer) && <p>{say('table.takeback.waiting')}</p>}
      {rematch === null && rematchBy.some(isMine) && <p>{say('table.rematch.waiting')}</p>}
      {Missed !== null && <Missed tree={table.tree} state={state} />}
      {declining !== undefined && <p>{say('table.declined', { name: seatTitle(table.tree, declining) })}</p>}
    </div>
  );
}

/** Whether an offer of another player stands. */
function isAsked({ seats, drawOffer, takebackOffer, rematchBy }: TableState): boolean {
  return [drawOffer, takebackOffer, ...rematchBy].some((seat) => seat !== null && seats[seat]?.isMine !== true);
}

interface ActionsProps {
  readonly table: Table;
  readonly state: TableState;
  readonly children?: ComponentChildren; // what else can be done just now
}

export function Actions({ table, state, children }: ActionsProps) {
  // The computer lets one take back without being asked, and plays every game out.
  const others = state.seats.filter((seat) => !seat.isMine);
  const isAmongComputers = others.length > 0 && others.every((seat) => seat.player?.kind === 'engine');
  const isNeedless = (action: Action) => isAmongComputers && action === 'offer_draw';
  const shown = state.actions.filter((action) => labels[action] !== undefined && !isNeedless(action));
  const labelOf = (action: Action): MessageKey => {
    if (action === 'offer_draw' && state.seats.filter((seat) => seat.isMine).length > 1) return 'table.draw.agree';
    if (action === 'offer_takeback' && isAmongComputers) return 'table.takeback.now';
    return labels[action] ?? 'table.rematch';
  };
  const Absences = useLater(state.seats.some(({ isAway, claimAt }) => isAway === true || claimAt !== undefined), absences);
  const Questions = useLater(isAsked(state), questions);
  return (
    <div class="actions stack">
      {/* On a phone it stands above the row of buttons, wherever one has scrolled to. */}
      <div class="asked">
        {Absences !== null && <Absences table={table} state={state} />}
        {Questions !== null && <Questions table={table} state={state} />}
      </div>
      <Offers table={table} state={state} />
      <div class="row">
        {shown.map((action) => (
          <button key={action} type="button" class={`button${action === 'offer_rematch' ? ' button-main' : action === 'abort' ? ' button-plain small' : ''}`} onClick={() => table.act(action)}>
            {say(labelOf(action))}
          </button>
        ))}
        {/* While a game can be aborted, that is what is offered. */}
        {state.actions.includes('resign') && !state.actions.includes('abort') && <Resigning resign={() => table.act('resign')} />}
        {state.rematch !== null && (
          <a class="button button-main" href={state.rematch}>
            {say(state.rematch.startsWith('/here') ? 'table.rematch' : 'table.rematch.go')}
          </a>
        )}
        {children}
      </div>
    </div>
  );
}
