import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Runs the cases of a public suite of Liquid: `GOLDEN_LIQUID=<file> npm run golden-liquid`. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ['test/bench/golden-liquid.test.ts'], maxWorkers: 1 },
});
