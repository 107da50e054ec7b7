import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread on a built worker, or on its source when it is the source that runs (tests, development). `entry` is
 * the address of the worker's file, `heapMb` all the memory it may have. It gets nothing of the environment: a template
 * that got out would find no secret there.
 */
export function startThread(entry: URL, heapMb: number): Worker {
  const options: WorkerOptions = {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  // tsx leaves threads alone unless asked from within: `--import tsx` does nothing there.
  const source = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(source, { ...options, eval: true });
}

/** The file beside `module` that a thread runs: `name` with the ending that `module` has. */
export const workerFile = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module);
