import { setTimeout as sleep } from 'node:timers/promises';

/** Lets `rate` callers per second through, evenly spaced; 0 sets no limit. */
export function createRate(rate: number): () => Promise<void> {
  let next = 0;
  return async () => {
    if (rate === 0) return;
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + 1000 / rate;
    if (start > now) await sleep(start - now, undefined, { ref: false });
  };
}
