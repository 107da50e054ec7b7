import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Tests of the public pages in a real browser. Needs Chromium at /usr/bin/chromium or at the path in CHROMIUM. */
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
