import { LimitedThread } from '../../../threads/limited-thread.ts';
import { startThread, workerFile } from '../../../threads/thread.ts';
import { WorkerLost } from '../../../threads/worker-pool.ts';
import type { Answer, Job } from './parsing-worker.ts';

/** Five megabytes of ordinary entries take a second. */
const KILL_MS = 5_000;
const HEAP_MB = 256;

const start = () => startThread(workerFile(import.meta.url, 'parsing-worker'), HEAP_MB);

const thread = new LimitedThread<Job, Answer>({ start, limit: KILL_MS });

/** Reads a feed or a page in a thread, which is killed if it takes too long. `owner`: the team's key. */
export function parseInThread(job: Job, owner: number): Promise<Answer> {
  return thread.run(job, owner).catch((error) => {
    if (error instanceof WorkerLost) return {};
    throw error;
  });
}

/** Ends the thread. The next feed starts a new one. */
export const closeFeeds = (): Promise<void> => thread.close();
