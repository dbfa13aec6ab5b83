// Makes the npm package of packages/crownstar: npm run package. Prints where it lies.
// Usage: node tools/npm_package.mjs [FOLDER]    FOLDER: where to put it (default: ../build/npm-package), and its files in FOLDER/package
// `tools/build_wasm.sh package` has made the modules before. The version is the project's, from CMakeLists.txt.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { build } from 'vite';

const web = resolve(import.meta.dirname, '..');
const root = dirname(web);
const source = join(web, 'packages/crownstar');
const folder = resolve(process.argv[2] ?? join(root, 'build/npm-package'));
const files = join(folder, 'package');

function run(program, words, cwd) {
  const { status, stdout, error } = spawnSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (error !== undefined || status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? stdout}`);
  return stdout;
}

/** Where a declaration of the checkout lies in the package. */
const placeOf = (file) => file.replace(/^(packages\/crownstar\/)?src\//, '');

/** The declarations that the entries lead to, with the endings that Node.js wants to see in an address. */
function writeTypes() {
  const made = mkdtempSync(join(tmpdir(), 'crownstar-types-'));
  try {
    run(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), '--project', join(source, 'tsconfig.json'), '--outDir', made], web);
    const waiting = ['index', 'board', 'engine', 'tables'].map((entry) => `packages/crownstar/src/${entry}.d.ts`);
    const seen = new Set(waiting);
    const declarationOf = (file, address) => {
      const path = posix.join(posix.dirname(file), address);
      const found = [`${path}.d.ts`, `${path}/index.d.ts`].find((each) => {
        try {
          return readFileSync(join(made, each)) !== undefined;
        } catch {
          return false;
        }
      });
      if (found === undefined) throw new Error(`${file} imports ${address}, which has no declaration`);
      return found;
    };
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const text = readFileSync(join(made, file), 'utf8').replace(/(from |import\()(['"])(\.[^'"]*)\2/g, (_, before, quote, address) => {
        const target = declarationOf(file, address);
        if (!seen.has(target)) waiting.push(target);
        seen.add(target);
        const relative = posix.relative(posix.dirname(placeOf(file)), placeOf(target)).replace(/\.d\.ts$/, '.js');
        return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
      });
      const place = join(files, 'types', placeOf(file));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

rmSync(files, { recursive: true, force: true });
await build({ configFile: join(source, 'vite.config.ts'), logLevel: 'warn', build: { outDir: files } });
writeTypes();
for (const name of ['featured_games.wasm', 'rules.wasm']) cpSync(join(root, 'build/wasm', name), join(files, name));
cpSync(join(root, 'build/wasm/engine_with_tables.wasm'), join(files, 'engine.wasm'));
mkdirSync(join(files, 'nets'));
for (const name of readdirSync(join(root, 'nets')).filter((each) => each.endsWith('.net'))) cpSync(join(root, 'nets', name), join(files, 'nets', name));
for (const name of ['README.md', 'example.html']) cpSync(join(source, name), join(files, name));
cpSync(join(root, 'LICENSE'), join(files, 'LICENSE'));

const version = /^project\(crownstar VERSION (\S+)/m.exec(readFileSync(join(root, 'CMakeLists.txt'), 'utf8'))?.[1];
if (version === undefined) throw new Error('CMakeLists.txt names no version');
const { name, private: _, ...rest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
writeFileSync(join(files, 'package.json'), `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`);

const [packed] = JSON.parse(run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], files));
console.log(join(folder, packed.filename));
