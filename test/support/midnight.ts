import { setTimeout as sleep } from 'node:timers/promises';

const CLOSE_MS = 15_000;

/** For tests that take the day from two clocks, or twice from one: just before midnight (UTC) it waits until after it. */
export async function awayFromMidnight(): Promise<void> {
  const left = 86_400_000 - (Date.now() % 86_400_000);
  if (left < CLOSE_MS) await sleep(left + 1);
}
