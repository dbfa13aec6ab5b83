// What the page weighs, part by part, as it is and compressed; and what a first visit really loads.
import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, it } from 'vitest';
import { firstVisit } from '../browser/support/first_visit';
import { TestServer } from '../browser/support/test_server';
import { number, print } from './figures';

const dist = process.env['CROWNSTAR_PAGE'] ?? new URL('../../dist/', import.meta.url).pathname; // as the program has it

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.open();
});
afterAll(() => server.close());

type Sizes = readonly [plain: number, gzip: number, brotli: number];

function sizesOf(file: string): Sizes {
  const bytes = readFileSync(dist + file);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli.length];
}

function partOf(file: string): string {
  if (file.endsWith('.wasm')) return 'rules';
  if (file.endsWith('.css')) return 'style';
  if (/\/(en|hu|is|fil)-/.test(file)) return 'words';
  if (file.endsWith('.js')) return 'code';
  if (file.endsWith('.html')) return 'document';
  return 'pictures and the rest';
}

function printParts(files: readonly string[]): void {
  const parts = new Map<string, [number, number, number, number]>();
  for (const file of files) {
    for (const name of [partOf(file), 'together']) {
      const before = parts.get(name) ?? [0, 0, 0, 0];
      const [plain, gzip, brotli] = sizesOf(file);
      parts.set(name, [before[0] + 1, before[1] + plain, before[2] + gzip, before[3] + brotli]);
    }
  }
  const together = parts.get('together');
  parts.delete('together');
  const rows = [...parts].sort(([, a], [, b]) => b[3] - a[3]);
  if (together !== undefined) rows.push(['together', together]);
  for (const [name, [count, ...sizes]] of rows) {
    print(`  ${name.padEnd(22)} ${number(count, 0, 3)}  ${sizes.map((size) => number(size / 1000, 1)).join(' ')}`);
  }
}

it('by part', () => {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/\/+/g, '/').slice(dist.length));
  print('\nThe whole page: files, kB as they are, by gzip, by brotli');
  printParts(files);
  print('Its largest files, kB as they are, by gzip, by brotli');
  const largest = files.map((file) => ({ file, sizes: sizesOf(file) })).sort((a, b) => b.sizes[2] - a.sizes[2]);
  for (const { file, sizes } of largest.slice(0, 12)) {
    print(`  ${file.padEnd(40)} ${sizes.map((size) => number(size / 1000, 1)).join(' ')}`);
  }
});

it.each(['/', '/here/american', '/here/sternhalma', '/here/international'])('a first visit to %s', async (path) => {
  const { files: loaded, wire } = await firstVisit(server, path, path === '/' ? '.featured-game' : '.board-cell-own');
  await server.empty();
  const names = new Set(readdirSync(dist, { recursive: true }).map((name) => String(name)));
  const files = loaded.map((name) => (name === path ? 'index.html' : name.slice(1))).filter((name) => names.has(name));
  print(`\nA first visit to ${path}: ${loaded.length} answers, ${number(wire / 1000, 1, 1)} kB over the wire with their headers; of these, kB as they are, by gzip, by brotli`);
  printParts(files);
});
