import { defineConfig } from 'vitest/config';

// Measurements in a real browser, for reading: npm run speed. They print and judge nothing.
export default defineConfig({
  test: {
    include: ['tests/speed/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/all_messages.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
