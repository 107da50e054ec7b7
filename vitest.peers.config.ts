import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Checks our messages with other programs: SpamAssassin and dkimpy (Debian: spamassassin, python3-dkim). */
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
