import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * Tests of the public pages and the dashboard in a real browser. Needs Chromium at /usr/bin/chromium or at the path in CHROMIUM.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/browser/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // On two busy processors a key press is lost now and then. Two failures in a row are a fault; the first is reported.
    retry: 1,
  },
});
