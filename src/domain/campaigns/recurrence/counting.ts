import { LimitedThread } from '../../../threads/limited-thread.ts';
import { startThread, workerFile } from '../../../threads/thread.ts';
import type { LocalTime } from '../../local-time.ts';
import type { Answer } from './counting-worker.ts';
import type { Asked } from './occurrences.ts';

/** Occurrences within centuries are found in milliseconds. */
const KILL_MS = 1_500;
const HEAP_MB = 64;

const start = () => startThread(workerFile(import.meta.url, 'counting-worker'), HEAP_MB);

const thread = new LimitedThread<Asked, Answer>({ start, limit: KILL_MS });

/**
 * The next occurrences of a rule, computed in a thread that is killed if it takes too long: some rules make the search
 * endless. `owner`: the team's key. Throws WorkerLost.
 */
export async function countOccurrences(asked: Asked, owner: number): Promise<LocalTime[]> {
  return (await thread.run(asked, owner)) ?? [];
}

/** Ends the thread. The next rule starts a new one. */
export const closeCounting = (): Promise<void> => thread.close();
