/** Looking takes a fortieth of the time at most: a dozen things are looked for, by each process. */
const SHARE = 40;
const LONGEST_MS = 15_000;

/**
 * How many milliseconds to wait after a look that found nothing and took so many: `usual`, or longer where looking itself takes long,
 * on a busy machine or over many.
 */
export const restAfter = (tookMs: number, usual: number): number =>
  Math.max(usual, Math.min(tookMs * SHARE, LONGEST_MS));
