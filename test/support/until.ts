import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a condition holds; gives what it gave. `seconds` after which it counts as not happening: long, for a machine
 * that does other things besides.
 */
export async function until<Result>(
  holds: () => Result | Promise<Result>,
  seconds = 180,
): Promise<NonNullable<Result>> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const result = await holds();
    if (result) return result;
    if (Date.now() > end) throw new Error(`What was waited for did not happen: ${holds}`);
    await sleep(20);
  }
}
