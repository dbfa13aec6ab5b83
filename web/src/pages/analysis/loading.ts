// Knows how text becomes what is looked at: a game of a PDN with its players, its remarks and what of it could not be played.
// Does not know how it is shown.
import { askText, Refused } from '../../app/api';
import type { Checked, GameRecord, RecordResult, Refusal, Rules } from '../../rules/types';
import { refusedText } from '../../game/reasons/refused_text';
import { say } from '../../messages/messages';
import { occasionOf, playedInRecord } from './record_tags';
import type { Played } from './review';
import { GameTree } from '../../game/game_tree';
import { mostNodes, treeFromRecord, type Fault } from '../../game/tree_record';

/** A text that was read: its games, and which of them is looked at. */
export interface Source {
  readonly text: string;
  readonly games: readonly RecordResult[];
  readonly at: number;
  readonly problem: string; // what of it could not be played
}

/** What is looked at, and where it came from. */
export interface Loaded {
  readonly tree: GameTree;
  readonly played?: Played | undefined; // a game that was played, and is looked through
  readonly source?: Source | undefined;
  readonly problem?: string | undefined; // what a link told that could not be played
}

/** Of a record that was played here: that it cannot be is told as a failure. */
export function beginAnalysis(rules: Rules, token: string, position: string | null): Checked<GameTree> {
  return GameTree.begin(rules, token, position, { most: mostNodes });
}

export async function treeOfRecord(rules: Rules, record: GameRecord): Promise<GameTree> {
  await rules.prepare(record.token);
  const made = treeFromRecord(rules, record);
  if (!made.ok) throw new Error(refusedText(rules, made));
  return made.value.tree;
}

/** A game of a collection of the site, as PDN. */
export async function recordedGame(collection: string, number: string): Promise<string> {
  try {
    return await askText(`/api/collections/${encodeURIComponent(collection)}/games/${encodeURIComponent(number)}`);
  } catch (problem) {
    if (problem instanceof Refused) throw new Error(say('analysis.recorded.gone'));
    throw problem;
  }
}

/** Of a text or a link whose moves are not all legal: the first that is not, and why. */
export function faultText(rules: Rules, { text, refusal }: Fault): string {
  return refusal === undefined ? text : say('reason.with', { text, reason: refusedText(rules, refusal) });
}

const nothingThere: Refusal = { ok: false, rule: '', reason: '' };

/** One of a text's games, with what of it could not be played. */
export async function loadedFrom(rules: Rules, text: string, games: readonly RecordResult[], at: number): Promise<Checked<Loaded>> {
  const game = games[at] ?? nothingThere;
  if (!game.ok) return game;
  const { record } = game.value;
  await rules.prepare(record.token);
  const made = treeFromRecord(rules, record);
  if (!made.ok) return made;
  const { tree, faults } = made.value;
  const seatNames = Array.from({ length: tree.game.seats }, (_, seat) => tree.game.seatName(seat));
  const [fault] = faults;
  const problem = fault === undefined ? '' : say('analysis.record.faults', { reason: faultText(rules, fault) });
  return { ok: true, value: { tree, played: playedInRecord(record, seatNames), source: { text, games, at, problem } } };
}

/** What a game of a text is called among the others. */
export function gameTitle(game: RecordResult): string {
  if (!game.ok) return '–';
  const { record } = game.value;
  const named = record.tags.filter(([name, value]) => /^(?:White|Black|Seat\d)$/.test(name) && value !== '?').map(([, value]) => value);
  return [named.join(' – '), occasionOf(record), record.result === '*' ? '' : record.result].filter((part) => part !== '').join(', ') || '?';
}
