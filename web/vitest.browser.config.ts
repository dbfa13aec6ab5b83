import { defineConfig } from 'vitest/config';
import { firstMessages } from './first_messages.ts';

// Tests in a real browser: slower, so they are asked for by name.
export default defineConfig({
  plugins: [firstMessages()],
  test: {
    include: ['tests/browser/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/all_messages.ts'],
    // One after the other, in one process: they share the browser, and more at once only make each other wait.
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
