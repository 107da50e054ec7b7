import { setTimeout as sleep } from 'node:timers/promises';

/** Looking is a call each time, and takes from those who are waited for. */
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until a condition holds; gives what it gave. `seconds` after which it counts as not happening: long, for a machine
 * that does other things besides.
 */
export async function until<Result>(
  holds: () => Result | Promise<Result>,
  seconds = 180,
): Promise<NonNullable<Result>> {
  const from = Date.now();
  for (;;) {
    const result = await holds();
    if (result) return result;
    const waited = Date.now() - from;
    if (waited > seconds * 1000) throw new Error(`What was waited for did not happen: ${holds}`);
    await sleep(Math.min(Math.max(20, waited / 10), LONGEST_PAUSE_MS));
  }
}
