import { startThread, workerFile } from '../../../threads/thread.ts';
import { WorkerLost, WorkerPool } from '../../../threads/worker-pool.ts';
import type { Answer, Job } from './parsing-worker.ts';

/** Five megabytes of ordinary entries take a second. */
const KILL_MS = 5_000;
const HEAP_MB = 256;

const start = () => startThread(workerFile(import.meta.url, 'parsing-worker'), HEAP_MB);

let pool: WorkerPool<Job, Answer> | undefined;

/** Reads a feed or a page in a thread, which is killed if it takes too long. `owner`: the team's key. */
export async function parseInThread(job: Job, owner: number): Promise<Answer> {
  pool ??= new WorkerPool({ size: 1, start, limit: KILL_MS });
  return pool.run(job, { owner }).catch((error) => {
    if (error instanceof WorkerLost) return {};
    throw error;
  });
}

/** Ends the thread. The next feed starts a new one. */
export async function closeFeeds(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}
