// Knows who said no to an offer that this player waits for; does not know how it is told.
import type { MatchEvent, Offer, Status } from '../wire';

/** The seat that said no. */
export type Declined = number | null;

/** What is to be told after an event: an answer stays until the next offer, one's own next move or the end. */
export function declinedAfter(event: MatchEvent, told: Declined, before: Status, own: number | undefined): Declined {
  switch (event.t) {
    case 'draw_declined':
      return answerTo(before.draw, event.seat, own);
    case 'takeback_declined':
      return answerTo(before.takeback, event.seat, own);
    case 'rematch_declined':
      return answerTo(before.rematch, event.seat, own);
    case 'moved':
      return event.seat === own ? null : told;
    case 'draw_offered':
    case 'takeback_offered':
    case 'rematch_offered':
    case 'ended':
    case 'rematched':
      return null;
    default:
      return told;
  }
}

/** Who takes an offer of their own back declines nothing; one's own no is known. */
function answerTo(offer: Offer | undefined, seat: number, own: number | undefined): Declined {
  const isTold = own !== undefined && seat !== own && offer !== undefined && seat !== offer.seat;
  return isTold ? seat : null;
}
