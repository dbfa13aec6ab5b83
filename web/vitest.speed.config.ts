import { defineConfig } from 'vitest/config';
import { firstMessages } from './first_messages.ts';

// Measurements in a real browser, for reading: npm run speed. They print and judge nothing.
export default defineConfig({
  plugins: [firstMessages()],
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
