// Lighthouse's scores of the main pages, for a phone and for a desk, and what keeps a score below 100. Lighthouse is no
// dependency of the page: install it anywhere (npm install lighthouse@12) and name that folder.
// node tests/speed/lighthouse.mjs FOLDER [PATH...]    CROWNSTAR as for the browser tests. CROWNSTAR_CHROMIUM: a whole
// Chromium, otherwise that of Debian's package chromium, which ./test does not need
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [folder, ...asked] = process.argv.slice(2);
if (folder === undefined) throw new Error('in which folder is lighthouse?');
const require = createRequire(pathToFileURL(join(resolve(folder), 'anything.js')));
const { default: lighthouse, desktopConfig } = await import(pathToFileURL(require.resolve('lighthouse')).href);
const rounds = Number(process.env.CROWNSTAR_ROUNDS ?? 1);
const paths = asked.length > 0 ? asked : ['/', '/here/american', '/here/sternhalma', '/rules/american'];

const scratch = mkdtempSync(join(tmpdir(), 'crownstar-'));
const program = process.env.CROWNSTAR ?? new URL('../../../build/release/crownstar', import.meta.url).pathname;
const server = spawn(program, ['serve', '--port', '0', '--store', join(scratch, 'games.db')], {
  stdio: ['ignore', 'pipe', 'ignore'],
  // The variables of these tests are no settings of the program.
  env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CROWNSTAR_'))),
});
const address = await new Promise((done, fail) => {
  server.once('exit', () => fail(new Error('the server ended')));
  createInterface({ input: server.stdout }).on('line', (line) => {
    const found = /http:\/\/[\d.]+:\d+/.exec(line);
    if (found !== null) done(found[0]);
  });
});
const browser = spawn(
  process.env.CROWNSTAR_CHROMIUM ?? '/usr/bin/chromium',
  ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--remote-debugging-port=0', `--user-data-dir=${join(scratch, 'browser')}`, 'about:blank'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
const port = await new Promise((done, fail) => {
  browser.once('exit', () => fail(new Error('the browser ended')));
  createInterface({ input: browser.stderr }).on('line', (line) => {
    const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line);
    if (found !== null) done(Number(found[1]));
  });
});

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(path, device) {
  const scores = new Map();
  const faults = new Map();
  const times = { 'first-contentful-paint': [], 'largest-contentful-paint': [], 'total-blocking-time': [], 'cumulative-layout-shift': [], 'speed-index': [] };
  for (let round = 0; round < rounds; round += 1) {
    const { lhr } = await lighthouse(address + path, { port, logLevel: 'silent', output: 'json' }, device === 'desk' ? desktopConfig : undefined);
    for (const [name, { score, auditRefs }] of Object.entries(lhr.categories)) {
      scores.set(name, [...(scores.get(name) ?? []), Math.round((score ?? 0) * 100)]);
      for (const { id, weight } of auditRefs) {
        const audit = lhr.audits[id];
        if (weight > 0 && audit.score !== null && audit.score < 1) faults.set(`${name}: ${audit.title}`, `${audit.displayValue ?? ''} (${audit.score})`);
      }
    }
    for (const [name, all] of Object.entries(times)) all.push(lhr.audits[name].numericValue);
  }
  const parts = [...scores].map(([name, all]) => `${name} ${median(all)}`).join(', ');
  console.log(`${path} ${device}: ${parts}`);
  console.log(`    ${Object.entries(times).map(([name, all]) => `${name} ${name.includes('shift') ? median(all).toFixed(3) : Math.round(median(all))}`).join(', ')}`);
  for (const [name, value] of faults) console.log(`    below: ${name} ${value}`);
}

try {
  for (const path of paths) for (const device of ['phone', 'desk']) await measure(path, device);
} finally {
  browser.kill();
  server.removeAllListeners('exit');
  server.kill();
  await new Promise((done) => setTimeout(done, 500));
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
