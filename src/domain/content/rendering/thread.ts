import { Worker, type WorkerOptions } from 'node:worker_threads';
import { HEAP_MB } from './limits.ts';

/** Without the environment: a template that got out would find no secret there. */
const OPTIONS: WorkerOptions = {
  execArgv: [],
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
};

/** Starts a thread on the built worker, or on its source when it is the source that runs (tests, development). */
export function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./worker.js', import.meta.url), OPTIONS);
  const entry = JSON.stringify(new URL('./worker.ts', import.meta.url).href);
  // tsx leaves threads alone unless asked from within: `--import tsx` does nothing there.
  return new Worker(`import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${entry}); });`, {
    ...OPTIONS,
    eval: true,
  });
}
