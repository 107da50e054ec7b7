import { startThread, workerFile } from '../../../threads/thread.ts';
import { WorkerPool } from '../../../threads/worker-pool.ts';
import type { LocalTime } from '../../local-time.ts';
import type { Answer } from './counting-worker.ts';
import type { Asked } from './occurrences.ts';

/** A rule that occurs within centuries is found in milliseconds. */
const KILL_MS = 1_500;
const HEAP_MB = 64;

const start = () => startThread(workerFile(import.meta.url, 'counting-worker'), HEAP_MB);

let pool: WorkerPool<Asked, Answer> | undefined;

/**
 * The next occurrences of a rule, counted in a thread that is ended when it takes too long: there are rules that search for
 * ever. `owner`: the team's key. Throws WorkerLost.
 */
export async function countOccurrences(asked: Asked, owner: number): Promise<LocalTime[]> {
  pool ??= new WorkerPool({ size: 1, start, limit: KILL_MS });
  return (await pool.run(asked, { owner })) ?? [];
}

/** Ends the thread. The next rule starts a new one. */
export async function closeCounting(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.close();
}
