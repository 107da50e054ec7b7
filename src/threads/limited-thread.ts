import type { Worker } from 'node:worker_threads';
import { WorkerPool } from './worker-pool.ts';

interface Options {
  /** Starts the worker, which calls `answerJobs`. */
  start(): Worker;
  /** Time limit of a job, in milliseconds. */
  limit: number;
}

/** One thread for text from outside. It starts with the first job, and is killed when a job takes too long. */
export class LimitedThread<Job, Answer> {
  readonly #options: Options;
  #pool: WorkerPool<Job, Answer> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the worker's answer. Owners take turns. Throws WorkerLost. */
  run(job: Job, owner: number): Promise<Answer> {
    this.#pool ??= new WorkerPool({ ...this.#options, size: 1 });
    return this.#pool.run(job, { owner });
  }

  /** Ends the thread. The next job starts a new one. */
  async close(): Promise<void> {
    const closing = this.#pool;
    this.#pool = undefined;
    await closing?.close();
  }
}
