import { setTimeout as sleep } from 'node:timers/promises';

/** Every check is a call, which slows down the process under test. */
const LONGEST_PAUSE_MS = 100;

/** Waits until a condition holds; returns its value. Fails after `seconds`, which is long, for busy machines. */
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
