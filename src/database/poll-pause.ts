import { isDistributed } from './layout.ts';

/** Looking takes at most a tenth of the time. */
const ONE_MACHINE = { share: 10, longestMs: 5_000 };
/** Each process has a dozen kinds of work, and each look asks every machine. */
const CLUSTER = { share: 40, longestMs: 15_000 };

/**
 * How many milliseconds to wait after a look that found nothing and took `tookMs`: `usual`, or longer when looking itself is
 * slow, on a busy machine or over many.
 */
export function pollPauseAfter(db: object, tookMs: number, usual: number): number {
  const { share, longestMs } = isDistributed(db) ? CLUSTER : ONE_MACHINE;
  return Math.max(usual, Math.min(tookMs * share, longestMs));
}
