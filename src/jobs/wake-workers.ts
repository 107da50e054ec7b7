import type { Worker, WorkerEvents } from 'graphile-worker';
import type { Database } from '../database/connect.ts';
import { dueJobs } from '../database/job-queue.ts';
import { pollForWork } from '../database/work-poller.ts';

const EVERY_MS = 1_000;

/**
 * Wakes a worker of the job queue when a job is due, with one query for all workers instead of one each. An enqueued job wakes
 * them at once by the queue's own notice. Returns a function that ends this.
 */
export function wakeWorkers(db: Database, names: readonly string[], events: WorkerEvents): () => void {
  const workers = new Set<Worker>();
  events.on('worker:create', ({ worker }) => workers.add(worker));
  for (const end of ['worker:release', 'worker:stop', 'worker:fatalError'] as const) {
    events.on(end, ({ worker }: { worker: Worker }) => workers.delete(worker));
  }
  // A worker that gets a job wakes no other: the first free worker takes the next job at once.
  const wake = () => void [...workers].some((worker) => worker.nudge());
  return pollForWork(db, { what: dueJobs(names), everyMs: EVERY_MS, wake });
}
