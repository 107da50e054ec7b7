import { parentPort } from 'node:worker_threads';
import { READY } from './ready.ts';

/**
 * Makes this worker answer its jobs, one after another. `answer` must not throw: unreadable input is an answer too. Call it once
 * everything for a job is loaded.
 */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await answer(job)));
  parentPort?.postMessage(READY);
}
