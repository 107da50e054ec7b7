import { readFileSync } from 'node:fs';

/**
 * How many milliseconds of processor time this thread has used so far, as Linux counts it, so that a busy machine does not
 * inflate it. On other systems, wall-clock time: only differences are meaningful.
 */
export function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
