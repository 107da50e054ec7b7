/**
 * How Rolldown builds the server into a folder of dist/builds: `main.js`, the threads, and what they share. Opening two thousand files, one each for
 * our modules and those of libraries, took a third of a start (docs/adr/0117-the-server-is-built-into-few-files.md).
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'rolldown';
import { besideOthers, buildFolder } from './builds.config.ts';
import { playground } from './playground.config.ts';

const SOURCE = join(import.meta.dirname, 'src');

/** Threads are started by the URL of their file (src/threads/thread.ts). */
const THREADS = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('-worker.ts'),
);

/**
 * The libraries of many small ES modules that every start needs, and the build's own helpers for `using`. All others stay in
 * npm's folder.
 */
const BUILT_IN =
  /^(@envelop|@oxc-project|@graphql-tools|@pothos|@whatwg-node|culori|graphql-scalars|graphql-yoga|zod)(\/|$)/;

export default defineConfig({
  input: Object.fromEntries(['main.ts', ...THREADS].map((name) => [basename(name, '.ts'), join(SOURCE, name)])),
  platform: 'node',
  external: (id) => !/^[./]/.test(id) && !BUILT_IN.test(id),
  // As in Node: every imported module runs.
  treeshake: { moduleSideEffects: true },
  output: {
    ...{ dir: buildFolder, chunkFileNames: '[name]-[hash].js', sourcemap: true },
    // V8 keeps the source text, at two bytes per character if one of the file's characters is beyond Latin-1.
    ...{ charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } },
  },
  plugins: [playground(), besideOthers()],
});
