import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Node itself takes graphql's CommonJS entry, as the libraries do; Vite alone would take the other, a second realm.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    include: ['test/{unit,integration,e2e}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // Most of a file's time was loading the product again. What a file opens it closes, so that files can share it.
    isolate: false,
    maxWorkers: 3,
    // For a machine several times as slow as two quiet processors; what is waited for has limits of its own.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
