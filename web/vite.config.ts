import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { firstMessages } from './first_messages.ts';

/** Tells the service worker which files the page is made of: known only when all of them are built. */
function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle['offline.js'];
      if (worker?.type !== 'chunk') throw new Error('the service worker is not in the build');
      const files = ['/', ...readdirSync('public').map((name) => `/${name}`)];
      for (const name of Object.keys(bundle)) {
        if (name !== 'offline.js' && name !== 'index.html') files.push(`/${name}`);
      }
      files.sort();
      const page = createHash('sha256');
      for (const file of files) page.update(file);
      for (const part of Object.values(bundle)) {
        if (part.type === 'asset') page.update(part.source);
      }
      worker.code = worker.code
        .replaceAll('__PAGE_FILES__', JSON.stringify(files))
        .replaceAll('__PAGE_HASH__', JSON.stringify(page.digest('hex').slice(0, 12)));
    },
  };
}

// The built page is embedded into the program and served under a strict content security policy: nothing is inlined,
// neither scripts, styles nor small files as data addresses.
export default defineConfig({
  base: '/',
  plugins: [offlineFiles(), firstMessages()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // Browsers that know light-dark() and color-mix(): nothing is rewritten.
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: 'index.html', offline: 'src/offline/worker.ts' },
      // The service worker keeps its address over all versions of the page.
      output: {
        chunkFileNames: ({ facadeModuleId }) => {
          const language = /src\/messages\/([^/]+)\/[a-z]+\.ts$/.exec(facadeModuleId ?? '')?.[1];
          return `assets/${language ?? '[name]'}-[hash].js`;
        },
        entryFileNames: (chunk) => (chunk.name === 'offline' ? 'offline.js' : 'assets/[name]-[hash].js'),
        // What the first page needs comes in one file: each of many small ones would cost a slow network a round trip. So do
        // small parts of the table that light pages need too, which would load all of it otherwise.
        codeSplitting: {
          groups: [
            {
              name: 'frame',
              test: /node_modules|src\/(main|app\/(?!qr_code|device\/files|controls\/field|seconds)|styles\/(letters|tokens|page|shell|home)|messages\/(messages|en_first|[a-z]+\/language|en\/((home|board)\.json|\w+\.json\.first))|pages\/(home\/(home|pictures)|missing)|offline\/install|game\/(naming|players\/(player_link|rating_(text|number))|clock\/(clock|server_clock)))/,
            },
            // What every board needs, and what stands beside it at a table.
            { name: 'board', test: /src\/(table\/local_table|game\/(reasons\/reported_end|players\/player_view))/ },
            { name: 'table', test: /src\/(table\/table_view|game\/move_list)/ },
          ],
        },
      },
    },
  },
  server: {
    // The rules in WebAssembly lie in the build folder beside this one.
    fs: { allow: ['..'] },
    // The page in development asks the real program for its API and its socket.
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/socket': { target: 'ws://127.0.0.1:8080', ws: true },
    },
  },
  test: {
    css: true,
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/unit/**/*.test.ts'],
    testTimeout: 60_000, // a machine that does much else at once is no fault
    hookTimeout: 60_000,
    environment: 'node',
    setupFiles: ['tests/all_messages.ts'],
  },
});
