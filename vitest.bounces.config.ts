import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Sends a campaign's notifications back from a folder: `BOUNCES=<folder> npm run bench:bounces`. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ['test/bench/campaign-bounces.test.ts'], maxWorkers: 1 },
});
