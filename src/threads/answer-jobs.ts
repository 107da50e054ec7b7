import { parentPort } from 'node:worker_threads';
import { READY } from './ready.ts';

/**
 * Makes this worker answer each job that it is given, one after the other. `answer` must not throw: what cannot be read is an
 * answer too. Call it once everything that a job needs is loaded.
 */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await answer(job)));
  parentPort?.postMessage(READY);
}
