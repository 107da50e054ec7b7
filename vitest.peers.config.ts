import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What other people's programs say of our messages: needs SpamAssassin and dkimpy (Debian: spamassassin, python3-dkim). */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/peers/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
