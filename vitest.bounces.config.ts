import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Brings a campaign back as the notifications of a folder: `BOUNCES=<folder> npm run bench:bounces`. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ['test/bench/campaign-bounces.test.ts'], maxWorkers: 1 },
});
