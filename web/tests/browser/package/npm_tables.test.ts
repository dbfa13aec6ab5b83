// Endgame tables as the program builds them, probed by the npm package: in Node.js and on a plain page.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Probe } from '../../../packages/crownstar/src/tables_types';
import type { Checked } from '../../../src/rules/types';
import type { Project } from '../../npm_package';
import { program } from '../support/test_server';
import { keepProject, keepSite, type PlainSite } from '../support/plain_page';

let project: Project;
const games = ['american', 'italian'];
const pieces = 3;
const built = () => join(project.path, 'tables');

keepProject((made) => (project = made));
beforeAll(() => {
  for (const game of games) execFileSync(program, ['tables', 'build', game, '--pieces', `${pieces}`, '--folder', built()], { stdio: 'ignore' });
});

/** What a program of the project prints, as JSON. */
function told(text: string): unknown {
  project.write('program.js', text);
  return JSON.parse(project.node('program.js'));
}

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Two or three pieces, at least one a side; men where no rule forbids them. */
function positions(count: number, seed: number): readonly string[] {
  const below = chance(seed);
  return Array.from({ length: count }, () => {
    const taken = new Set<number>();
    const sides: [string[], string[]] = [[], []];
    for (let piece = 0; piece < 2 + below(2); piece += 1) {
      const isKing = below(2) === 0;
      let square = 0;
      do square = isKing ? 1 + below(32) : 5 + below(24);
      while (taken.has(square));
      taken.add(square);
      sides[piece < 2 ? piece : below(2)]?.push(`${isKing ? 'K' : ''}${square}`);
    }
    return `${below(2) === 0 ? 'W' : 'B'}:W${sides[0].join(',')}:B${sides[1].join(',')}`;
  });
}

/** As a move of a probe and of the command line have it in common. */
interface Said {
  readonly value: string;
  readonly distance: number | null;
  readonly moves: readonly { readonly move: string; readonly value: string | null; readonly distance: number | null }[];
}

describe('in Node.js', () => {
  it.each([
    ['american', 300],
    ['italian', 150],
  ] as const)('it agrees with the program on positions of %s', (game, count) => {
    const asked = positions(count, 5);
    writeFileSync(join(project.path, 'positions.txt'), `${asked.join('\n')}\n`);
    const lines = execFileSync(program, ['tables', 'probe', game, '--positions', join(project.path, 'positions.txt'), '--folder', built(), '--json'], { encoding: 'utf8' });
    const expected = lines.trim().split('\n').map((line) => JSON.parse(line) as Said);
    expect(expected).toHaveLength(count);
    const answers = told(`import { openTables } from 'crownstar/tables';
const tables = await openTables('tables');
const answers = [];
for (const position of ${JSON.stringify(asked)}) answers.push(await tables.probe('${game}', position));
console.log(JSON.stringify(answers));
`) as readonly Checked<Probe>[];
    expect(new Set(expected.map(({ value }) => value))).toEqual(new Set(['win', 'draw', 'loss']));
    for (const [index, answer] of answers.entries()) {
      const said = expected[index];
      if (!answer.ok || said === undefined) throw new Error(`${asked[index]}: ${JSON.stringify(answer)}`);
      const { value, distance, moves, bestMoves } = answer.value;
      expect({ value, distance, moves }, asked[index]).toEqual({ value: said.value, distance: said.distance, moves: said.moves });
      const kept = said.moves.filter((move) => move.value === said.value && (said.distance === null || move.distance === said.distance));
      expect(bestMoves, asked[index]).toEqual(kept.map(({ move }) => move));
    }
  });

  it('it does what the README says', () => {
    const readme = readFileSync(join(project.installed, 'README.md'), 'utf8');
    const [text, ...others] = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map((block) => block[1] ?? '').filter((block) => block.includes('crownstar/tables'));
    expect(others).toEqual([]);
    project.write('readme.js', text ?? '');
    const said = [...(text ?? '').matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map((line) => line[1]);
    expect(project.node('readme.js').trim().split('\n')).toEqual(said);
  });

  it('it takes a game of the rules, and the bytes of files', () => {
    const answer = told(`import { readdirSync, readFileSync } from 'node:fs';
import { loadRules } from 'crownstar';
import { openTables } from 'crownstar/tables';
const { value: game } = (await loadRules()).start('american', 'W:WK18:B8');
const files = readdirSync('tables/american').map((name) => readFileSync('tables/american/' + name));
const [folder, bytes, blobs] = [await openTables('tables'), await openTables(files), await openTables(files.map((file) => new Blob([file])))];
const answers = [await folder.probe(game), await bytes.probe(game), await blobs.probe('american', game.position())];
console.log(JSON.stringify(answers));
`) as unknown[];
    expect(answer[0]).toMatchObject({ ok: true, value: { pieces: 2 } });
    expect(answer[1]).toEqual(answer[0]);
    expect(answer[2]).toEqual(answer[0]);
  });

  it('it says what is not in the tables, and refuses what no table can have', () => {
    const answers = told(`import { openTables } from 'crownstar/tables';
const tables = await openTables('tables');
const asked = [['american', 'W:WK1,K2:BK31,K32'], ['international', 'W:WK1:BK50'], ['american', 'W:WK77:BK1'], ['frisian', 'W:WK1:BK50'], ['sternhalma', 'x'], ['ludo', 'W:W1:B2'], ['american', 7], ['american']];
const answers = [];
for (const question of asked) answers.push(await tables.probe(...question));
tables.close();
answers.push(await tables.probe('american', 'W:WK1:BK32'));
console.log(JSON.stringify(answers));
`) as readonly (Checked<Probe | null> & { readonly reason?: string })[];
    expect(answers.slice(0, 2)).toEqual([{ ok: true, value: null }, { ok: true, value: null }]);
    for (const answer of answers.slice(2)) expect(answer.ok).toBe(false);
    const reasons = answers.slice(2).map(({ reason }) => reason ?? '');
    expect(reasons[0]).toContain('77');
    expect(reasons[1]).toContain('in a row');
    expect(reasons.slice(4)).toEqual(["probe: expected a game and a position, ('american', 'W:WK14:BK6,K7')", 'position: expected a position, such as W:WK14:BK6,K7', 'it is closed']);
  });

  it('it refuses a damaged file by its name, and uses the others', () => {
    const folder = join(project.path, 'damaged');
    cpSync(built(), folder, { recursive: true });
    const file = join(folder, 'american/0m2k-0m1k.values');
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const answers = told(`import { loadEngine } from 'crownstar/engine';
import { openTables } from 'crownstar/tables';
const tables = await openTables('damaged');
const engine = await loadEngine({ tables });
const position = 'W:WK30,K29:BK1';
console.log(JSON.stringify([await tables.probe('american', position), await tables.probe('american', 'W:WK32:BK1'), await engine.search({ game: 'american', position, depth: 2 })]));
`) as readonly Record<string, unknown>[];
    const reason = "the table 'american/0m2k-0m1k.values' is not used: it is damaged or cut short";
    expect(answers[0]).toEqual({ ok: false, rule: '', reason });
    expect(answers[1]).toMatchObject({ ok: true, value: { value: 'draw' } });
    expect(answers[2]).toMatchObject({ ok: true, value: { refusedTable: reason } });
  });

  it('it opens neither what is no folder nor what is no table', () => {
    project.write('opening.js', `import { openTables } from 'crownstar/tables';
for (const place of ['nowhere', [], [new Uint8Array(200)], [7]]) await openTables(place).catch(({ message }) => console.log(message));
await openTables('tables', { memory: 0.5 }).catch(({ message }) => console.log(message));
`);
    expect(project.node('opening.js').trim().split('\n')).toEqual([
      "there is no folder 'nowhere'; crownstar tables build GAME --folder makes one",
      'there is no table among these files',
      'file 1 of 1: it is not a table',
      expect.stringContaining('expected files'),
      'memory: expected a whole number from 1 to 2048, not 0.5',
    ]);
  });

  it('the engine plays by them', () => {
    const [probe, found] = told(`import { loadEngine } from 'crownstar/engine';
import { openTables } from 'crownstar/tables';
const tables = await openTables('tables');
const engine = await loadEngine({ tables });
const position = 'W:WK18:B8';
console.log(JSON.stringify([await tables.probe('american', position), await engine.search({ game: 'american', position, depth: 1 })]));
`) as [{ readonly value: Probe }, { readonly value: { readonly move: string; readonly plies: number } }];
    expect(probe.value.value).toBe('win');
    expect(probe.value.bestMoves).toContain(found.value.move);
    expect(found.value.plies).toBe(probe.value.distance);
  });
});

describe('on a plain page', () => {
  let plain: PlainSite;

  keepSite(() => project, (opened) => (plain = opened), true);

  const open = (script: string, body = ''): Promise<Page> => plain.open({ body, script });

  async function answerOf(page: Page): Promise<unknown> {
    await page.waitForFunction(() => (window.answers?.length ?? 0) > 0);
    return page.evaluate(() => window.answers[0]);
  }

  it('they are opened at an address, and only what is needed is loaded', async () => {
    const page = await open(`import { loadEngine } from '/node_modules/crownstar/engine.js';
import { openTables } from '/node_modules/crownstar/tables.js';
const tables = await openTables('/tables', { pieces: 3 });
const engine = await loadEngine({ tables });
const probe = await tables.probe('american', 'W:WK32:BK1');
const found = await engine.search({ game: 'american', position: 'W:WK18:B8', depth: 1 });
const missing = await tables.probe('international', 'W:WK1:BK50');
window.answers = [{ probe, found, missing, won: await tables.probe('american', 'W:WK18:B8') }];
`);
    const answer = (await answerOf(page)) as Record<string, { readonly value: Record<string, unknown> }>;
    expect(answer['probe']).toMatchObject({ ok: true, value: { value: 'draw', pieces: 2 } });
    expect(answer['missing']).toEqual({ ok: true, value: null });
    expect(answer['found']?.value['plies']).toBe(answer['won']?.value['distance']);
    const asked = new Set(plain.asked.filter((path) => path.startsWith('/tables/')));
    const pairs = ['0m1k-1m0k', '1m0k-0m1k'].flatMap((slice) => [`/tables/american/${slice}.distances`, `/tables/american/${slice}.values`]);
    expect([...asked].sort()).toEqual(['/tables/american/0m1k-0m1k.values', ...pairs, '/tables/international/0m1k-0m1k.values']);
  });

  it('they are files that somebody has picked', async () => {
    const page = await open(
      `import { openTables } from '/node_modules/crownstar/tables.js';
document.querySelector('input').addEventListener('change', async ({ target }) => {
  const tables = await openTables(target.files);
  window.answers = [await tables.probe('american', 'W:WK18:B8')];
});
document.body.dataset.isReady = 'yes';
`,
      '<label>Tables <input type="file" multiple /></label>',
    );
    await page.locator('body[data-is-ready]').waitFor();
    const folder = join(built(), 'american');
    mkdirSync(join(project.path, 'others'), { recursive: true });
    project.write('others/notes.txt', 'no table');
    await page.locator('input').setInputFiles([...readdirSync(folder).map((name) => join(folder, name)), join(project.path, 'others/notes.txt')]);
    expect(await answerOf(page)).toMatchObject({ ok: true, value: { value: 'win', pieces: 2 } });
  });
});
