// Knows the buttons of a table: what a player can do besides moving, and how one's own offers stand.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { say, type MessageKey } from '../messages/messages';
import type { Action, Phase, Table, TableState } from '../game/model';
import { seatTitle } from '../game/naming';
import { useLater } from '../app/later';
import { Resigning } from './resigning';

const absences = async () => (await import('./claims')).Absences;
const questions = async () => (await import('./questions')).Questions;
const missedTurns = async () => (await import('../game/missed_turns')).MissedTurns;

const labels = {
  abort: 'table.abort',
  offer_draw: 'table.draw',
  offer_takeback: 'table.takeback',
  take_back: 'table.takeback.now',
  offer_rematch: 'table.rematch',
} as const satisfies Partial<Record<Action, MessageKey>>;
type Offered = keyof typeof labels;
const inOrder = Object.keys(labels) as Offered[];

interface Row {
  readonly table: Table;
  readonly phase: Phase;
  readonly shown: readonly Offered[];
}

/** What could be done a moment ago keeps its place while it cannot: nothing moves away from under a hand. */
function useRow(table: Table, { phase, actions, rematch }: TableState): readonly Offered[] {
  const last = useRef<Row>({ table, phase, shown: [] });
  const isSame = last.current.table === table && last.current.phase === phase;
  const isKept = (action: Offered) => isSame && action !== 'abort' && (phase === 'over' || actions.length > 0) && last.current.shown.includes(action);
  const shown = inOrder.filter((action) => (actions.includes(action) || isKept(action)) && !(action === 'offer_rematch' && rematch !== null));
  last.current = { table, phase, shown };
  return shown;
}

/** How one's own offers stand: told as it changes, and spoken. */
export function Offers({ table, state }: { table: Table; state: TableState }) {
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
  const shown = useRow(table, state).filter((action) => !isNeedless(action));
  const labelOf = (action: Offered): MessageKey => {
    if (action === 'offer_draw' && state.seats.filter((seat) => seat.isMine).length > 1) return 'table.draw.agree';
    if (action === 'offer_takeback' && isAmongComputers) return 'table.takeback.now';
    return labels[action];
  };
  // Where another has asked for the next game already, one's own button for it says yes.
  const doneBy = (action: Offered): Action => (action === 'offer_rematch' && state.actions.includes('accept_rematch') ? 'accept_rematch' : action);
  const Absences = useLater(state.seats.some(({ isAway, claimAt }) => isAway === true || claimAt !== undefined), absences);
  const Questions = useLater(isAsked(state), questions);
  return (
    <div class="actions stack">
      {/* It lies over what else there is, see questions.css: nothing moves for it. */}
      <div class="asked">
        {Absences !== null && <Absences table={table} state={state} />}
        {Questions !== null && <Questions table={table} state={state} />}
      </div>
      {state.ended !== null && <Offers table={table} state={state} />}
      <div class="row">
        {shown.map((action) => {
          const isOff = !state.actions.includes(doneBy(action));
          const kind = action === 'offer_rematch' ? ' button-main' : action === 'abort' ? ' button-plain small' : '';
          return (
            <button key={action} type="button" class={`button${kind}`} aria-disabled={isOff} onClick={() => !isOff && table.act(doneBy(action))}>
              {say(labelOf(action))}
            </button>
          );
        })}
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
