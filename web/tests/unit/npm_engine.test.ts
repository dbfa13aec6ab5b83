// The engine of the npm package in Node.js, as its users have it: installed from the packed file.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Project } from '../npm_package';

const patience = 300_000; // compilers run, and a machine that does much else at once is no fault

let project: Project;
beforeAll(() => {
  project = new Project();
}, patience);
afterAll(() => project.remove());

/** What a program with an engine prints, as JSON. It ends by itself, since nobody waits for the engine any more. */
function told(program: string): unknown {
  project.write('program.js', `import { levelIds, loadEngine } from 'crownstar/engine';\nconst engine = await loadEngine();\n${program}`);
  return JSON.parse(project.node('program.js'));
}

it('finds a won endgame', () => {
  const answer = told(`
const found = await engine.search({ game: 'american', position: 'W:WK9,K10:B1', depth: 9, lines: 2 });
console.log(JSON.stringify(found));`) as { readonly ok: boolean; readonly value: Record<string, unknown> };
  expect(answer).toMatchObject({ ok: true, value: { plies: 3, refusedTable: null } });
  expect(answer.value['lines']).toHaveLength(2);
}, patience);

it('plays every game at every level, and tells the levels by their ids', () => {
  const answer = told(`
import { loadRules } from 'crownstar';
const rules = await loadRules();
const games = rules.catalog().map(({ id }) => id);
const answers = [];
for (const [index, game] of games.entries()) {
  const level = levelIds[index % levelIds.length];
  const found = await engine.search({ game, level, nodes: 2000, seed: index });
  const begun = rules.start(game);
  answers.push(found.ok && begun.ok && begun.value.play(found.value.move).ok);
}
console.log(JSON.stringify([games.length, answers.filter((is) => is === true).length, engine.levels.map(({ id }) => id), levelIds]));`) as unknown[];
  expect(answer[0]).toBe(answer[1]);
  expect(answer[2]).toEqual(answer[3]);
}, patience);

it('tells how far it is, and the same seed gives the same move', () => {
  const answer = told(`
const depths = [];
await engine.search({ game: 'international', depth: 6, onProgress: ({ depth, lines }) => depths.push([depth, lines.length]) });
const moves = [];
for (const seed of [4, 4]) moves.push((await engine.search({ game: 'russian', level: 'learner', seed })).value.move);
console.log(JSON.stringify({ depths, same: moves[0] === moves[1] }));`);
  expect(answer).toEqual({ depths: [1, 2, 3, 4, 5, 6].map((depth) => [depth, 1]), same: true });
}, patience);

it('knows the game so far', () => {
  const answer = told(`
import { loadRules } from 'crownstar';
const { value: game } = (await loadRules()).start('american', 'W:WK1:BK32');
const position = game.position();
const moves = [];
while (!game.outcome().isOver) moves.push(game.play(['1-5', '32-28', '5-1', '28-32'][moves.length % 4]).value.text);
const over = await engine.search({ game: 'american', position, moves, depth: 2 });
const notYet = await engine.search({ game: 'american', position, moves: moves.slice(0, -1).join(' '), depth: 2 });
const fresh = await engine.search({ game: 'american', position: game.position(), depth: 2 });
const wrong = await engine.search({ game: 'american', moves: '11-15 11-15' });
console.log(JSON.stringify([over, notYet.ok, fresh.ok, wrong]));`) as [Record<string, string>, boolean, boolean, Record<string, string>];
  const [over, notYet, fresh, wrong] = answer;
  expect([notYet, fresh]).toEqual([true, true]);
  expect(over['reason']).toMatch(/^the game is over: /);
  expect(over['rule']).toMatch(/^AM-/);
  expect(wrong['reason']).toMatch(/^move 2, 11-15: /);
}, patience);

it('is cancelled at once, while it searches and while it waits, and searches on', () => {
  const answer = told(`
const first = new AbortController();
const second = new AbortController();
const long = { game: 'international', time: 86400000 };
const searching = engine.search({ ...long, signal: first.signal, onProgress: ({ depth }) => depth === 4 && first.abort() });
const waiting = engine.search({ ...long, signal: second.signal });
const last = engine.search({ game: 'american', position: 'W:W18:B15', depth: 3 });
second.abort();
const cancelled = [await searching, await waiting, await engine.search({ ...long, signal: first.signal })];
console.log(JSON.stringify({ cancelled, move: (await last).value.move }));`);
  const refusal = { ok: false, rule: '', reason: 'the search was cancelled' };
  expect(answer).toEqual({ cancelled: [refusal, refusal, refusal], move: '18x11' });
}, patience);

it('refuses what it still searches when it is closed, and all that is asked later', () => {
  const answer = told(`
const both = [1, 2].map(() => engine.search({ game: 'international', time: 86400000 }));
engine.close();
console.log(JSON.stringify([...(await Promise.all(both)), await engine.search({ game: 'american' })].map(({ ok, reason }) => [ok, reason])));`);
  expect(answer).toEqual([[false, 'it was closed'], [false, 'it was closed'], [false, 'it is closed']]);
}, patience);

it('refuses bad input with a reason', () => {
  const questions: readonly (readonly [string, RegExp])[] = [
    ['undefined', /^search: expected an object/],
    ['{}', /^game: expected a game/],
    ["{ game: 'ludo' }", /ludo/],
    ["{ game: 'american', position: 'W:W99:B1' }", /99/],
    ["{ game: 'american', position: 'W:W18:' }", /.+/],
    ["{ game: 'american', level: 'godlike' }", /^there is no level 'godlike'; known levels: first-steps/],
    ["{ game: 'american', level: 'full\\nnodes 1' }", /^level: expected a level by its id$/],
    ["{ game: 'american', time: 1.5 }", /^time: expected a whole number from 0 to 86400000 instead of '1.5'$/],
    ["{ game: 'american', depth: 0 }", /^depth: expected a whole number from 1 to 99 instead of '0'$/],
    ["{ game: 'american', nodes: -1 }", /^nodes: /],
    ["{ game: 'american', nodes: 1e300 }", /^nodes: /],
    ["{ game: 'american', lines: 65 }", /^lines: expected a whole number from 1 to 64 instead of '65'$/],
    ["{ game: 'american', lines: 'many' }", /^lines: expected a number$/],
    ["{ game: 'american', seed: NaN }", /^seed: expected a whole number/],
    ["{ game: 'american', moves: [7] }", /^moves: expected a list/],
    ["{ game: 'american', dept: 3 }", /^search: there is no 'dept'; there are game, position/],
    ["{ game: 'american', signal: 7 }", /^signal: expected an AbortSignal$/],
  ];
  const answers = told(`
const answers = [];
for (const question of [${questions.map(([question]) => question).join(', ')}]) answers.push(await engine.search(question));
console.log(JSON.stringify(answers));`) as readonly { readonly ok: boolean; readonly rule: string; readonly reason: string }[];
  expect(answers).toHaveLength(questions.length);
  for (const [index, [question, reason]] of questions.entries()) {
    expect(answers[index], question).toMatchObject({ ok: false, rule: expect.any(String) });
    expect(answers[index]?.reason, question).toMatch(reason);
  }
}, patience);

it('says why it cannot be loaded', () => {
  project.write('missing.js', "import { loadEngine } from 'crownstar/engine';\nawait loadEngine({ worker: new URL('nowhere/worker.js', import.meta.url) }).catch(({ message }) => console.log(message));\n");
  expect(project.node('missing.js')).toMatch(/nowhere\/engine\.wasm/);
}, patience);

it('runs the worker that it is told of', () => {
  project.write('named.js', `
import { loadEngine } from 'crownstar/engine';
const engine = await loadEngine({ worker: import.meta.resolve('crownstar/worker-node.js') });
const found = await engine.search({ game: 'american', position: 'W:W18:B15', depth: 3 });
console.log(found.value.move);`);
  expect(project.node('named.js').trim()).toBe('18x11');
}, patience);
