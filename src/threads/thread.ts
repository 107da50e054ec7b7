import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * The part of a thread's memory that V8 fills before it collects garbage. A larger part is faster for jobs that create much
 * garbage, such as MJML, which have the largest heaps; others would only hold more memory (docs/adr/0043-memory.md).
 */
const YOUNG_PART = 16;

/**
 * Starts a worker thread from built code, or from source in tests and development. `entry` is the worker's file, `heapMb` its
 * memory limit. Its environment is empty, so that a template that escaped its sandbox would find no secrets.
 */
export function startThread(entry: URL, heapMb: number): Worker {
  const options: WorkerOptions = {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: heapMb / YOUNG_PART, stackSizeMb: 4 },
  };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  // tsx must be registered inside the thread: `--import tsx` has no effect there.
  const source = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); });`;
  return new Worker(source, { ...options, eval: true });
}

/** The worker's file `name` beside `module`, with the same extension. */
export const workerFile = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module);
