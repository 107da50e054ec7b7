import { setTimeout as sleep } from 'node:timers/promises';

/** Lets `rate` callers a second through, evenly; 0 lets all through at once. */
export function createRate(rate: number): () => Promise<void> {
  let next = 0;
  return async () => {
    if (rate === 0) return;
    const now = performance.now();
    const turn = Math.max(now, next);
    next = turn + 1000 / rate;
    if (turn > now) await sleep(turn - now, undefined, { ref: false });
  };
}
