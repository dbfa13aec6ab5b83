// How the package's code is made: the files to import from, the worker, what they share, and a file for each language.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** All that a board says: of the page's texts, what is about the board itself, its seats and broken rules. */
const saidByBoard = /^(board|seat|why)\.|^reason\.(no_piece|others_piece|others_set|must|end)$|^refusal\.(illegal_move|ambiguous_move|occupied|shut_in|over)$/;

/** `messages.ts?board` is what a board says in the language of that folder. */
function boardMessages(): Plugin {
  const made = /^\0(.*)\/messages\.board\.js$/;
  return {
    name: 'board-messages',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, folder] = /^(.*)\/messages\.ts\?board$/.exec(source) ?? [];
      if (folder === undefined || importer === undefined) return undefined;
      return `\0${resolve(dirname(importer), folder)}/messages.board.js`;
    },
    load(id) {
      const [, folder] = made.exec(id) ?? [];
      if (folder === undefined) return undefined;
      const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'language.json' && name !== 'translated_from.json');
      const messages = files.flatMap((name) => Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>));
      const writing = existsSync(join(folder, 'writing.ts')) ? `export { writing } from ${JSON.stringify(join(folder, 'writing.ts'))};\n` : '';
      return `${writing}export default ${JSON.stringify(Object.fromEntries(messages.filter(([key]) => saidByBoard.test(key))))};`;
    },
  };
}

/** `crownstar:networks` is where each net lies, in words that bundlers follow. */
function networkAddresses(): Plugin {
  const made = '\0crownstar-networks.js';
  return {
    name: 'network-addresses',
    resolveId: (source) => (source === 'crownstar:networks' ? made : undefined),
    load(id) {
      if (id !== made) return undefined;
      const names = readdirSync(join(import.meta.dirname, '../../../nets')).filter((name) => name.endsWith('.net')).sort();
      const rows = names.map((name) => `${JSON.stringify(name.slice(0, -4))}: new URL(/* @vite-ignore */ './nets/${name}', import.meta.url)`);
      return `export const networks = { ${rows.join(', ')} };`;
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [boardMessages(), networkAddresses()],
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: false,
    reportCompressedSize: false,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        index: 'src/index.ts',
        node: 'src/node.ts',
        board: 'src/board.ts',
        engine: 'src/engine.ts',
        'engine-node': 'src/in_node/engine.ts',
        tables: 'src/tables.ts',
        'tables-node': 'src/in_node/tables.ts',
        worker: 'src/worker.ts',
        'worker-node': 'src/in_node/worker.ts',
      },
      external: /^node:/,
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        // They lie beside the entries, where a bundler looks for them and a reader finds them.
        chunkFileNames: ({ moduleIds }) => {
          const language = /\/messages\/([^/]+)\/messages\.board\.js$/.exec(moduleIds.at(-1) ?? '')?.[1];
          return language === undefined ? 'shared-[name].js' : `language-${language}.js`;
        },
        // A page fetches few files, and none of what it does not use.
        codeSplitting: {
          groups: [
            { name: 'rules', test: /web\/src\/rules\/(?!level_ids)/ },
            { name: 'starting-node', test: /\/in_node\/start_worker/ },
            { name: 'starting', test: /\/start_worker/ },
            { name: 'asking', test: /\/crownstar\/src\/(worker_queue|engine_client|tables_client|search_question)|\/rules\/level_ids/ },
            { name: 'answering', test: /\/crownstar\/src\/(worker_answers|table_files)|crownstar-networks/ },
          ],
        },
      },
    },
  },
});
