import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread from built code, or from source in tests and development. `entry` is the worker's file,
 * `heapMb` its memory limit. It gets an empty environment, so that a template that escaped its sandbox would find no
 * secrets.
 */
export function startThread(entry: URL, heapMb: number): Worker {
  const options: WorkerOptions = {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  // tsx must be registered inside the thread: `--import tsx` has no effect there.
  const source = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(source, { ...options, eval: true });
}

/** The worker's file `name` beside `module`, with the same extension. */
export const workerFile = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module);
