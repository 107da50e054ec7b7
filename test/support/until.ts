import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition, for some twenty seconds unless told otherwise. */
export async function until(holds: () => boolean | Promise<boolean>, tries = 1_000): Promise<void> {
  for (let left = tries; left > 0; left--) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error('What was waited for did not happen.');
}
