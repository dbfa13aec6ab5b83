// The npm package as it is packed: what is in it, that its types hold, and that its README tells the truth, in Node.js.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Project } from '../npm_package';

const patience = 300_000; // compilers run, and a machine that does much else at once is no fault

let project: Project;
beforeAll(() => {
  project = new Project();
}, patience);
afterAll(() => project.remove());

const root = new URL('../../../', import.meta.url);
const read = (name: string) => readFileSync(join(project.installed, name), 'utf8');
const readme = () => read('README.md');
/** Those of the page; English is in the board's own file. */
const languages = readdirSync(new URL('web/src/messages', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en')
  .map(({ name }) => name)
  .sort();
const networks = readdirSync(new URL('nets', root)).filter((name) => name.endsWith('.net')).sort();

it('has what is needed and nothing else', () => {
  const files = readdirSync(project.installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => join(entry.parentPath, entry.name).slice(project.installed.length + 1)).sort();
  expect(names.filter((name) => !name.startsWith('types/'))).toEqual([
    'LICENSE',
    'README.md',
    'board.js',
    'engine-node.js',
    'engine.js',
    'engine.wasm',
    'example.html',
    'featured_games.wasm',
    'index.js',
    ...languages.map((language) => `language-${language}.js`),
    ...networks.map((network) => `nets/${network}`),
    'node.js',
    'package.json',
    'rules.wasm',
    'shared-answering.js',
    'shared-asking.js',
    'shared-rules.js',
    'shared-starting-node.js',
    'shared-starting.js',
    'tables-node.js',
    'tables.js',
    'worker-node.js',
    'worker.js',
  ]);
  // Of the page's own code only what the entries speak of.
  expect(names.filter((name) => name.startsWith('types/'))).toEqual([
    'types/board.d.ts',
    'types/board/messages.d.ts',
    'types/board/types.d.ts',
    'types/element.d.ts',
    'types/engine.d.ts',
    'types/engine_types.d.ts',
    'types/events.d.ts',
    'types/index.d.ts',
    'types/rules/index.d.ts',
    'types/rules/level_ids.d.ts',
    'types/rules/rules.d.ts',
    'types/rules/sources.d.ts',
    'types/rules/types.d.ts',
    'types/tables.d.ts',
    'types/tables_types.d.ts',
  ]);
});

it('stays small: what a page loads, and all of it', () => {
  const packed = (name: string) => gzipSync(readFileSync(join(project.installed, name))).length / 1000;
  expect(packed('featured_games.wasm')).toBeLessThan(100);
  expect(packed('engine.wasm')).toBeLessThan(1000);
  for (const name of ['engine.js', 'tables.js', 'worker.js']) expect(packed(name), name).toBeLessThan(10);
  const all = readdirSync(project.installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const together = all.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  expect(together / 1e6).toBeLessThan(8);
});

it('has the version and the licence of the project', () => {
  const version = /^project\(crownstar VERSION (\S+)/m.exec(readFileSync(new URL('CMakeLists.txt', root), 'utf8'))?.[1];
  const said = JSON.parse(read('package.json')) as Record<string, unknown>;
  expect(said).toMatchObject({ name: 'crownstar', version, license: 'Apache-2.0', type: 'module' });
  expect(said).not.toHaveProperty('private');
  expect(said).not.toHaveProperty('dependencies');
  expect(read('LICENSE')).toBe(readFileSync(new URL('LICENSE', root), 'utf8'));
});

it('has no path of the machine that made it', () => {
  for (const name of ['board.js', 'index.js', 'node.js', 'engine.js', 'engine-node.js', 'worker.js', 'shared-rules.js', 'language-hu.js', 'types/element.d.ts']) {
    expect(read(name), name).not.toContain(root.pathname);
  }
});

it('shows the page of its README as the example', () => {
  const [page] = [...readme().matchAll(/^```html\n(.*?)^```/gms)].map((block) => block[1]);
  expect(page?.replace('node_modules/crownstar/', './')).toBe(read('example.html'));
  expect(page?.trim().split('\n')).toHaveLength(5);
});

it('does in Node.js what its README says', () => {
  // What it says of tables needs the program that builds them: tests/browser/package/npm_tables.test.ts.
  const programs = [...readme().matchAll(/^```js\n(.*?)^```/gms)].map((block) => block[1] ?? '').filter((text) => !text.includes('crownstar/tables'));
  expect(programs).toHaveLength(3);
  for (const [index, program] of programs.entries()) {
    project.write(`readme_${index}.js`, program);
    const told = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map((line) => line[1]);
    expect(project.node(`readme_${index}.js`).trim().split('\n')).toEqual(told);
  }
});

it('names every attribute, property and event of the board in its README', () => {
  const declared = read('types/element.d.ts') + read('types/events.d.ts');
  project.write('attributes.js', "import { CrownstarBoard } from 'crownstar/board';\nconsole.log(CrownstarBoard.observedAttributes.join(' '));\n");
  const names = [
    ...project.node('attributes.js').trim().split(' '),
    ...[...declared.matchAll(/^ {4}(?:get |static )?(\w+)(?:\(.*\))?: /gm)].map((found) => found[1]),
    ...[...declared.matchAll(/readonly '?([\w-]+)'?: CustomEvent/g)].map((found) => found[1]),
  ].filter((name) => !/Callback$|EventListener$|^prototype$/.test(name ?? ''));
  expect(names).toEqual(expect.arrayContaining(['coordinates', 'takeBack', 'legalMoves', 'illegal-move', 'rules']));
  for (const name of names) expect(readme(), name).toMatch(new RegExp(`\`(CrownstarBoard\\.)?${name}(\\(.*?\\))?\``));
});

it('names every level and every option of a search in its README', () => {
  const ids = [...read('types/rules/level_ids.d.ts').matchAll(/"([\w-]+)"/g)].map((found) => found[1] ?? '');
  const options = [...read('types/engine_types.d.ts').matchAll(/readonly (\w+)\??: /g)].map((found) => found[1] ?? '');
  expect(new Set(ids).size).toBe(13);
  expect(options).toEqual(expect.arrayContaining(['position', 'onProgress', 'refusedTable']));
  for (const name of [...ids, ...options]) expect(readme(), name).toMatch(new RegExp(`\`(engine\\.)?${name}\``));
});

it('names every language of the board in its README', () => {
  for (const language of ['en', ...languages]) expect(readme()).toMatch(new RegExp(`^\\| \`lang\` .*\`${language}\``, 'm'));
});

it('can be imported where there is no page', () => {
  project.write('server.js', "import { CrownstarBoard } from 'crownstar/board';\nconsole.log(typeof CrownstarBoard);\n");
  expect(project.node('server.js').trim()).toBe('function');
});

it('plays every game in Node.js', () => {
  project.write(
    'every_game.js',
    `import { loadRules } from 'crownstar';
const rules = await loadRules();
const games = rules.catalog().map(({ id }) => id);
for (const id of games) {
  await rules.prepare(id);
  const { value: game } = rules.start(id);
  game.play(game.legalMoves().value[0]);
  game.free();
}
console.log(games.length, (await loadRules()) === rules);
`,
  );
  expect(project.node('every_game.js').trim()).toBe('20 true');
});

it('is taken in by a bundler, with its modules', async () => {
  project.write('index.html', '<!doctype html><title>A page</title><script type="module" src="/main.js"></script><crownstar-board></crownstar-board>');
  project.write('main.js', "import 'crownstar/board';\nimport { loadEngine } from 'crownstar/engine';\nwindow.engine = loadEngine();\n");
  await build({ root: project.path, configFile: false, logLevel: 'silent', build: { target: 'es2022' } });
  const names = readdirSync(join(project.path, 'dist/assets')).map((name) => name.replace(/-[\w-]{8}\./, '.')).sort();
  expect(names).toEqual(expect.arrayContaining(['featured_games.wasm', 'rules.wasm', 'language-hu.js', 'engine.wasm', 'worker.js', 'international.net']));
});

const program = `import { loadRules, rulesFrom, type Checked, type Game, type Move, type Rules, type RulesSources } from 'crownstar';
import { CrownstarBoard, type BoardMessages, type MoveDetail } from 'crownstar/board';
import { levelIds, loadEngine, type Found, type LevelId } from 'crownstar/engine';
import { openTables, type Probe, type Tables } from 'crownstar/tables';

const tables: Tables = await openTables('/tables/', { pieces: 4, memory: 64 });
const fromFiles = openTables([new File([], 'a.values'), new ArrayBuffer(8)]);
const engine = await loadEngine({ tables });
const level: LevelId | undefined = levelIds[3];
const found: Checked<Found> = await engine.search({
  game: 'american', position: null, moves: ['11-15'], level, time: 100, lines: 2,
  onProgress: ({ depth, lines }) => console.log(depth, lines[0]?.moves[0]), signal: AbortSignal.timeout(50),
});
if (found.ok) console.log(found.value.move, found.value.plies ?? found.value.score);
const probe: Checked<Probe | null> = await tables.probe('american', 'W:WK1:BK32');
if (probe.ok && probe.value !== null) console.log(probe.value.bestMoves.length, probe.value.moves[0]?.distance);
void fromFiles.then((others) => others.close());
// @ts-expect-error: there is no such level
void engine.search({ game: 'american', level: 'godlike' });

const sources: RulesSources = { featured: new URL('https://example.org/featured_games.wasm'), whole: new Uint8Array(8) };
export const other: Promise<Rules> = rulesFrom(sources);
export async function first(): Promise<Move | undefined> {
  const begun: Checked<Game> = (await loadRules()).start('american');
  if (!begun.ok) throw new Error(\`\${begun.rule}: \${begun.reason}\`);
  const moves = begun.value.legalMoves();
  return moves.ok ? moves.value[0] : undefined;
}
const board = document.createElement('crownstar-board');
const same: CrownstarBoard = board;
board.addEventListener('move', (event) => {
  const detail: MoveDetail = event.detail;
  const next: string | null = detail.turn;
  console.log(detail.move, detail.path.join('x'), next, event.bubbles);
});
board.addEventListener('illegal-move', ({ detail: { from, to, rule } }) => console.log(from, to?.length, rule));
board.addEventListener('game-over', ({ detail }) => console.log(detail.outcome.standings[0]?.place));
board.addEventListener('click', (event) => console.log(event.clientX));
const messages: Partial<BoardMessages> = { play: () => 'Go', moved: (facts) => facts.path.join(' ') };
board.messages = messages;
board.moves = ['11-15'];
board.position = null;
const played = board.play('22-18');
if (!played.ok) console.log(played.rule);
CrownstarBoard.rules = () => other;
void same.ready.then((ready) => ready.focus());
// @ts-expect-error: a board has no such event detail
board.addEventListener('move', ({ detail }) => console.log(detail.colour));
// @ts-expect-error: a refusal has no value
console.log(played.value.text);
`;

it.each([
  ['as Node.js resolves', { module: 'NodeNext', moduleResolution: 'NodeNext' }],
  ['as bundlers resolve', { module: 'ESNext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true, verbatimModuleSyntax: true }],
])('has types that hold, %s', (_, options) => {
  project.write('program.ts', program);
  expect(project.typeErrors('program.ts', options)).toBe('');
}, patience);
