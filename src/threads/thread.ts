import { Worker, type WorkerOptions } from 'node:worker_threads';

interface Limits {
  /** What it may hold, in megabytes. */
  heapMb: number;
  /** How much it makes before V8 looks for what is not needed any more. Less is slower for jobs that make much. */
  youngMb?: number;
}

/**
 * Starts a worker thread from built code, or from source in tests and development. `entry` is the worker's file. It gets
 * an empty environment, so that a template that escaped its sandbox would find no secrets.
 */
export function startThread(entry: URL, { heapMb, youngMb = 16 }: Limits): Worker {
  const options: WorkerOptions = {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb, stackSizeMb: 4 },
  };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  // tsx must be registered inside the thread: `--import tsx` has no effect there.
  const source = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(source, { ...options, eval: true });
}

/** The worker's file `name` beside `module`, with the same extension. */
export const workerFile = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module);
