// Knows how the end of a game is told to whoever looks at it: who won, and why, in a player's words. Does not know when it
// is shown. The reason is known by its form, since the rules write it in English.
import { say, sayList, type MessageKey } from '../../messages/messages';
import type { GameTree } from '../game_tree';
import type { SeatView, TableState } from '../model';
import { seatTitle } from '../naming';

const causes = ['captured', 'blocked', 'king', 'resignation', 'time', 'absence', 'home', 'late'] as const;
type Cause = (typeof causes)[number];

const winning: readonly (readonly [form: RegExp, cause: Cause | 'alone'])[] = [
  [/ has no piece left$/, 'captured'],
  [/ has no legal move$/, 'blocked'],
  [/ has a king first$/, 'king'],
  [/ come home$| came home first/, 'home'],
  [/did not leave the start in time$/, 'late'],
  [/last withdrawal$/, 'alone'],
];

const drawing: readonly (readonly [form: RegExp, key: MessageKey])[] = [
  [/^(?<count>\d+) moves each without a capture/, 'table.drawn.quiet'],
  [/^\d+ moves(?: each)? with /, 'table.drawn.material'],
  [/^th(?:e|is) position occurred /, 'table.drawn.repetition'],
  [/^round \d+ is over$|^the last round /, 'table.drawn.rounds'],
  [/nobody c(?:an|ould) move$/, 'table.drawn.stuck'],
];

function drawText(ending: string, reason: string): string {
  if (ending === 'agreement') return say('table.drawn.agreement');
  if (ending === 'absence') return say('table.drawn.absence');
  for (const [form, key] of drawing) {
    const found = form.exec(reason);
    if (found !== null) return say(key, { count: Number(found.groups?.['count'] ?? 0) });
  }
  return say('table.drawn');
}

type Over = Pick<TableState, 'ended' | 'seats'>;

/** Who of two lost, and by what; of several only what brought the first one home. */
function causeOf({ ended, seats }: Over, first: SeatView | undefined): Cause | 'alone' | undefined {
  if (ended === null || ended.ending === 'unsaid') return undefined;
  const { ending } = ended;
  const isLeft = ending === 'resignation' || ending === 'time' || ending === 'absence';
  if (isLeft && seats.length === 2) return ending;
  const own = first === undefined ? '' : (ended.outcome.standings[first.seat]?.reason ?? '');
  const found = winning.find(([form]) => form.test(own)) ?? winning.find(([form]) => form.test(ended.outcome.reason));
  if (found?.[1] === 'late' && seats.length > 2) return undefined; // who was late stands among the places
  return found?.[1] ?? (isLeft ? 'alone' : undefined);
}

/** Whom the cause speaks of: who came home or got a king won by it; any other cause is the loser's. */
function subjectOf(tree: GameTree, { ended, seats }: Over, cause: Cause): SeatView | undefined {
  const named = seats.find((seat) => ended?.outcome.reason.startsWith(`${tree.game.seatName(seat.seat)} `));
  if (named !== undefined && cause !== 'home' && cause !== 'late') return named; // those are told of who came first
  const place = cause === 'home' ? 1 : 2;
  return seats.find((seat) => ended?.outcome.standings[seat.seat]?.place === place);
}

export function endText(tree: GameTree, over: Over): string {
  const { ended, seats } = over;
  if (ended === null) return '';
  if (ended.ending === 'aborted') return say('table.over.aborted');
  if (ended.outcome.isDraw) return drawText(ended.ending, ended.outcome.reason);
  const best = seats.filter((seat) => ended.outcome.standings[seat.seat]?.place === 1);
  if (best.length === 0) return '';
  const mine = seats.filter((seat) => seat.isMine);
  const own = mine.length === 1 ? mine[0] : undefined; // where several sit here, none of them is "you"
  const hasWon = own !== undefined && best.includes(own);
  const names = best.map((seat) => seatTitle(tree, seat));
  const won = hasWon
    ? say('table.won.you')
    : own !== undefined && seats.length === 2
      ? say('table.lost.you')
      : best.length > 1
        ? say('table.won.team', { names: sayList(names) })
        : say('table.won', { name: names[0] ?? '' });
  const cause = causeOf(over, best[0]);
  if (cause === undefined) return won;
  if (cause === 'alone') return `${won} ${say('table.end.alone')}`;
  const subject = subjectOf(tree, over, cause);
  if (subject === undefined) return won;
  const isOwn = own === subject || (cause === 'home' && hasWon);
  const who = isOwn ? 'you' : own !== undefined && seats.length === 2 ? 'opponent' : 'other';
  return `${won} ${say(`table.end.${cause}.${who}`, { name: seatTitle(tree, subject) })}`;
}
