import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newestBuild } from '../../src/database/own-build.ts';

export { startThread } from '../../src/threads/thread.ts';

/**
 * A worker's file in this run's build of the sources (vitest.config.ts replaces the product's own function by this one): from
 * source every thread would load a compiler first, which takes longer than most tests.
 */
export const workerFile = (_module: string, name: string): URL =>
  pathToFileURL(join(newestBuild() as string, `${name}.js`));
