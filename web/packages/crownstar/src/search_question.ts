// Knows what a search is asked: which of it is passed on, in the words of the module. Does not know what numbers are good:
// the module says so.
import type { Checked } from '../../../src/rules/types';
import { refusalOf } from './worker_queue';
import type { SearchQuestion } from './engine_types';
import type { Question } from './worker_messages';

const optionNames = ['level', 'time', 'depth', 'nodes', 'lines', 'seed'] as const;
const known: readonly string[] = ['game', 'position', 'moves', ...optionNames, 'onProgress', 'signal'];
const mostMoves = 20_000;

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\n');

/** The moves as a list, or undefined where they are no moves at all. */
function movesOf(moves: unknown): readonly string[] | undefined {
  const list: unknown = typeof moves === 'string' ? moves.split(/\s+/).filter((word) => word !== '') : (moves ?? []);
  return Array.isArray(list) && list.length <= mostMoves && list.every(isText) ? list : undefined;
}

export function questionOf(asked: SearchQuestion): Checked<Question> {
  if (typeof asked !== 'object' || asked === null) return refusalOf("search: expected an object such as { game: 'american', time: 1000 }");
  const stranger = Object.keys(asked).find((key) => !known.includes(key));
  if (stranger !== undefined) return refusalOf(`search: there is no '${stranger}'; there are ${known.join(', ')}`);
  const { game, position = null } = asked;
  if (!isText(game)) return refusalOf("game: expected a game such as 'american'");
  if (position !== null && !isText(position)) return refusalOf('position: expected one line of text');
  const moves = movesOf(asked.moves);
  if (moves === undefined) return refusalOf(`moves: expected a list of at most ${mostMoves} texts such as '11-15'`);
  const lines: string[] = [];
  for (const name of optionNames) {
    const value: unknown = asked[name];
    if (value === undefined) continue;
    if (name === 'level' ? !isText(value) : typeof value !== 'number') return refusalOf(`${name}: expected a ${name === 'level' ? 'level by its id' : 'number'}`);
    lines.push(`${name} ${String(value)}`);
  }
  return { ok: true, value: { kind: 'search', game, position, moves, options: lines.join('\n') } };
}
