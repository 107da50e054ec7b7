import { isDistributed } from './layout.ts';

/** Looking takes a tenth of the time at most. */
const ONE_MACHINE = { share: 10, longestMs: 5_000 };
/** A dozen things are looked for, by each process, and each look asks every machine. */
const CLUSTER = { share: 40, longestMs: 15_000 };

/**
 * How many milliseconds to wait after a look into a database that found nothing and took so many: `usual`, or longer where looking
 * itself takes long, on a busy machine or over many.
 */
export function restAfter(db: object, tookMs: number, usual: number): number {
  const { share, longestMs } = isDistributed(db) ? CLUSTER : ONE_MACHINE;
  return Math.max(usual, Math.min(tookMs * share, longestMs));
}
