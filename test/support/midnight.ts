import { setTimeout as sleep } from 'node:timers/promises';

const CLOSE_MS = 15_000;

/** For tests that take the day from two clocks, or twice from one: just before midnight (UTC) it waits until after it. */
export const awayFromMidnight = (): Promise<void> => awayFrom(86_400_000);

/** The same for tests in several time zones: in one of them a day may begin at any full hour. */
export const awayFromFullHour = (): Promise<void> => awayFrom(3_600_000);

async function awayFrom(everyMs: number): Promise<void> {
  const left = everyMs - (Date.now() % everyMs);
  if (left < CLOSE_MS) await sleep(left + 1);
}
