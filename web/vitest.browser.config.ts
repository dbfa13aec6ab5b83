import { defineConfig } from 'vitest/config';

// Tests in a real browser: slower, so they are asked for by name.
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
