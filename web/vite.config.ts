import { defineConfig } from 'vitest/config';

// The built page is embedded into the program and served under a strict content security policy: nothing is inlined,
// neither scripts, styles nor small files as data addresses.
export default defineConfig({
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
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
    environment: 'node',
  },
});
