import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { useMemoryFolder } from './test/support/memory-folder.ts';

useMemoryFolder();

export default defineConfig({
  // Libraries load graphql's CommonJS entry. Vite would load the ES module, and two copies of graphql do not mix.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') },
      {
        find: /^(\.\.\/)+threads\/thread\.ts$/,
        replacement: join(import.meta.dirname, 'test/support/built-threads.ts'),
      },
    ],
  },
  test: {
    include: ['test/{unit,integration,e2e}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['print-failure-log', 'hold-citus-rules', 'hold-driver-rules'].map((name) => `test/support/${name}.ts`),
    pool: 'forks',
    // Loading the product took most of a file's time, so files share one module graph. Each file closes what it opens.
    isolate: false,
    maxWorkers: 3,
    // Compiling the product for Vitest took a third of the time of a single file, so the next run reuses it.
    experimental: { fsModuleCache: true },
    // Generous, for machines several times slower than two quiet processors. Waiting for conditions has its own limits.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
