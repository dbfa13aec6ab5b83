import { defineConfig } from 'vitest/config';
import { firstMessages } from './first_messages.ts';

// The main ways in Firefox and WebKit: each of them is a browser to start, so they are asked for by name.
export default defineConfig({
  plugins: [firstMessages()],
  test: {
    include: ['tests/other_browsers/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/all_messages.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
