import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The public pages in a real browser: needs Chromium, at /usr/bin/chromium or where CHROMIUM says. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/browser/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
