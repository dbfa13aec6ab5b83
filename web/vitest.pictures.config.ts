import { defineConfig } from 'vitest/config';
import { firstMessages } from './first_messages.ts';

// Pictures of the main views, for looking at: npm run pictures. They lie in pictures/ then.
export default defineConfig({
  plugins: [firstMessages()],
  test: {
    include: ['tests/pictures/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/all_messages.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
