// The engine in the page is the engine of the program: with the same network, room and number of positions both come to the
// same depth, score and move.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it } from 'vitest';
import type { Rules } from '../../src/rules/types';
import { thinkingTestRules, value } from '../unit/rules/modules';
import { program } from './support/test_server';

const nodes = 20_000;
const start = 'bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww';

const largeStart = 'b'.repeat(20) + 'e'.repeat(10) + 'w'.repeat(20);
const netOf = (game: string) => new URL(`../../../nets/${game}.net`, import.meta.url).pathname;
const endsOf = (move: string) => move.split(/[-x]/).slice(0, 2).join('-');

let judged: Rules;
let byHand: Rules;

beforeAll(async () => {
  [judged, byHand] = await Promise.all([thinkingTestRules(), thinkingTestRules()]);
});

interface Said {
  readonly move: string; // its ends
  readonly depth: number;
  readonly score: number; // hundredths of a man
}

/** What the program says of a game's position after those moves, in the memory that the page has. */
async function programSays(game: string, moves: readonly string[], net: string): Promise<Said> {
  const engine = spawn(program, ['engine', game, '--memory', '4', '--tables', 'none', '--net', net]);
  const lines = createInterface({ input: engine.stdout });
  const side = game === 'american' ? 'B' : 'W';
  engine.stdin.write(`hub\ninit\npos pos=${side}${game === 'international' ? largeStart : start} moves="${moves.join(' ')}"\nlevel nodes=${nodes}\ngo think\n`);
  let last = '';
  for await (const line of lines) {
    if (line.startsWith('info ')) last = line;
    if (line.startsWith('error')) throw new Error(line);
    if (!line.startsWith('done ')) continue;
    engine.stdin.end('quit\n'); // sooner it would think no further
    const number = (name: string) => Number(new RegExp(`\\b${name}=(-?[\\d.]+)`).exec(last)?.[1]);
    const move = endsOf(/move=(\S+)/.exec(line)?.[1] ?? '');
    return { move, depth: number('depth'), score: Math.round(number('score') * 100) };
  }
  throw new Error('the engine went without an answer');
}

async function pageSays(rules: Rules, game: string, moves: readonly string[], prepare: boolean): Promise<Said> {
  if (prepare) await rules.prepare(game);
  const played = value(rules.replay(game, moves));
  const { lines, move, depth } = value(played.look(nodes, 1));
  played.free();
  return { move: endsOf(move), depth, score: lines[0]?.score ?? NaN };
}

const places = [
  ['american', []],
  ['american', ['11-15', '23-19', '8-11']],
  ['american', ['11-15', '22-18', '15x22', '25x18', '8-11']],
  ['flying-king', []],
  ['flying-king', ['22-18', '11-15', '18x11', '8x15', '21-17']],
  ['international', []],
  ['international', ['32-28', '19-23', '28x19', '14x23']],
] as const;

it.each(places)('%s after %j', async (game, moves) => {
  expect(await pageSays(judged, game, moves, true)).toEqual(await programSays(game, moves, netOf(game)));
});

it('without its network the page judges by hand, as the program does without', async () => {
  const moves = ['11-15', '23-19'];
  const ours = await pageSays(byHand, 'american', moves, false);
  expect(ours).toEqual(await programSays('american', moves, 'none'));
  expect(ours.score).not.toBe((await pageSays(judged, 'american', moves, true)).score);
});
