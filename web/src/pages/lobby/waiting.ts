// Knows who waits in the lobby: in which order they are shown, who and which tables fit a quick game, and how long they wait.
// Does not know how it is drawn.
import { sayNumber, say } from '../../messages/messages';
import type { Clock, MatchSummary, Seek } from '../../wire';

/** A row of the list: somebody who looks for a game, or a table with a free seat. */
export type Row = { readonly since: number } & (
  | { readonly kind: 'seek'; readonly seek: Seek }
  | { readonly kind: 'table'; readonly match: MatchSummary }
);

/** All that waits, whoever has waited longest first. */
export function waitingRows(seeks: readonly Seek[], matches: readonly MatchSummary[]): readonly Row[] {
  const tables = matches.filter((match) => match.phase === 'waiting');
  const rows: Row[] = [
    ...seeks.map((seek): Row => ({ kind: 'seek', seek, since: seek.created_at })),
    ...tables.map((match): Row => ({ kind: 'table', match, since: match.created_at })),
  ];
  return rows.sort((one, other) => one.since - other.since);
}

function isSameClock(one: Clock | undefined, other: Clock): boolean {
  const parts = ({ kind, main_ms = 0, step_ms = 0, periods = 0 }: Clock) => `${kind} ${main_ms} ${step_ms} ${periods}`;
  return parts(one ?? { kind: 'none' }) === parts(other);
}

const isAnothers = (seek: Seek, game: string, isRated: boolean, you: string | undefined) =>
  seek.game === game && (seek.rated === true) === isRated && seek.host.id !== you;

/** How many seats are taken, by whomever. */
export const taken = (table: MatchSummary) => table.seats.filter((seat) => seat.player !== undefined).length;

/** The open tables of this game on this clock: the one that is full soonest first, then the one that has waited longest. */
export function fittingTables(matches: readonly MatchSummary[], game: string, clock: Clock, isRated: boolean): readonly MatchSummary[] {
  const fits = (match: MatchSummary) =>
    match.phase === 'waiting' && match.game === game && (match.rated === true) === isRated && isSameClock(match.clocks?.[0], clock);
  return matches
    .filter(fits)
    .sort((one, other) => taken(other) - taken(one) || one.created_at - other.created_at || (one.match < other.match ? -1 : 1));
}

export const sitsAt = (table: MatchSummary, person: string | undefined): boolean =>
  person !== undefined && table.seats.some((seat) => seat.player?.id === person);

const othersAt = (table: MatchSummary, you: string | undefined): number =>
  table.seats.filter(({ player }) => player !== undefined && player.kind !== 'engine' && player.id !== you).length;

/** How many other people wait at the table to which the button for this game on this clock leads. */
export function waitingAtTable(matches: readonly MatchSummary[], game: string, clock: Clock, isRated: boolean, you: string | undefined): number {
  const tables = fittingTables(matches, game, clock, isRated);
  const table = tables.find((each) => sitsAt(each, you)) ?? tables[0];
  return table === undefined ? 0 : othersAt(table, you);
}

interface Waiting {
  readonly seeks: readonly Seek[];
  readonly matches: readonly MatchSummary[];
}

/** The tables of others at which a press of this button sits down. */
export function othersTables(matches: readonly MatchSummary[], game: string, clock: Clock, isRated: boolean, you: string | undefined): readonly MatchSummary[] {
  return fittingTables(matches, game, clock, isRated).filter((table) => !sitsAt(table, you));
}

/** How many others wait whom the button for a game of two on this clock would meet: in a search or at a table. */
export function fitting({ seeks, matches }: Waiting, game: string, clock: Clock, isRated: boolean, you: string | undefined): number {
  const searches = seeks.filter((seek) => isAnothers(seek, game, isRated, you) && isSameClock(seek.clocks[0], clock));
  return searches.length + othersTables(matches, game, clock, isRated, you).length;
}

/** How many others wait for one of these games on any clock. */
export function lookingFor({ seeks, matches }: Waiting, games: readonly string[], isRated: boolean, you: string | undefined): number {
  const searches = seeks.filter((seek) => games.some((game) => isAnothers(seek, game, isRated, you)));
  const tables = matches.filter((match) => match.phase === 'waiting' && games.includes(match.game) && (match.rated === true) === isRated);
  return tables.reduce((sum, table) => sum + othersAt(table, you), searches.length);
}

const minute = 60;
const hour = 60 * minute;

/** `0:42` up to an hour, whole hours after it. */
export function lengthOfTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds >= hour) return say('lobby.hours', { count: Math.floor(seconds / hour) });
  return `${sayNumber(Math.floor(seconds / minute))}:${String(seconds % minute).padStart(2, '0')}`;
}
