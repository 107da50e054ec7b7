import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Generates API clients from the OpenAPI description, compiles them, and uses one. Needs the packages of test/clients. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/clients/**/*.test.ts'],
    exclude: ['test/clients/node_modules/**'],
    maxWorkers: 1,
  },
});
