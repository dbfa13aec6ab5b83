// Knows how what a player chooses is said to the server, and when a status shows that it has been done.
// Does not know when it may be chosen: the server says so.
import type { Do, Offer, Status } from '../wire';
import type { Action } from '../game/model';

/** The command by which it is done; nothing for what is no command, or needs more than a press. */
export function doOf(action: Action): Do | undefined {
  switch (action) {
    case 'abort':
    case 'resign':
    case 'offer_draw':
    case 'offer_takeback':
    case 'offer_rematch':
    case 'claim_win':
    case 'claim_draw':
    case 'take_off':
    case 'substitute':
      return { t: action };
    case 'accept_draw':
    case 'decline_draw':
      return { t: 'answer_draw', accept: action === 'accept_draw' };
    case 'accept_takeback':
    case 'decline_takeback':
      return { t: 'answer_takeback', accept: action === 'accept_takeback' };
    case 'accept_rematch':
    case 'decline_rematch':
      return { t: 'answer_rematch', accept: action === 'accept_rematch' };
    case 'move':
    case 'take_back':
      return undefined;
  }
}

/** The seats whose player is gone, and for whom nobody plays. */
export function unattendedSeats({ away = [], substitutes = [] }: Status): readonly number[] {
  return away.filter((seat) => substitutes.every((each) => each.seat !== seat));
}

/** Whether the status shows that what was asked for has come about, or cannot any more. */
export function isCarriedOut(action: Action, status: Status, own: number | undefined): boolean {
  const agrees = (offer: Offer | undefined) => own !== undefined && offer?.agreed.includes(own) === true;
  switch (action) {
    case 'abort':
    case 'resign':
      return status.phase !== 'running' || (own !== undefined && (status.left ?? []).includes(own));
    case 'claim_win':
    case 'claim_draw':
      return status.phase !== 'running';
    case 'take_off':
    case 'substitute':
      return status.phase !== 'running' || unattendedSeats(status).length === 0;
    case 'offer_draw':
    case 'accept_draw':
      return agrees(status.draw) || status.phase !== 'running';
    case 'decline_draw':
      return status.draw === undefined;
    case 'offer_takeback':
      return agrees(status.takeback) || status.phase !== 'running';
    case 'accept_takeback':
    case 'decline_takeback':
      return status.takeback === undefined || agrees(status.takeback);
    case 'offer_rematch':
    case 'accept_rematch':
      return agrees(status.rematch) || status.next !== undefined;
    case 'decline_rematch':
      return status.rematch === undefined;
    case 'move':
    case 'take_back':
      return true;
  }
}
