import { pathToFileURL } from 'node:url';
import { checkoutRoot } from '../../src/database/home.ts';

export { startThread } from '../../src/threads/thread.ts';

const folder = (name: string) => pathToFileURL(`${checkoutRoot()}/${name}/`).href;

/**
 * A worker's file among what this run has built of the sources (vitest.config.ts puts this in the place of the product's
 * own): from source every thread would load a compiler first, which takes longer than most tests.
 */
export const workerFile = (module: string, name: string): URL =>
  new URL(`./${name}.js`, module.replace(folder('src'), folder('dist')));
