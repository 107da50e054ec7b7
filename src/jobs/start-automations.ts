import type { Database } from '../database/connect.ts';
import { restAfter } from '../database/rest-after.ts';
import { findDueDates } from '../domain/automations/clock/due-dates.ts';
import { findDueSegments } from '../domain/automations/clock/watched-segments.ts';
import { moveDueRuns } from '../domain/automations/runs/move-runs.ts';
import { takeSignals } from '../domain/automations/runs/take-signals.ts';
import type { Log } from '../log.ts';
import { repeat } from './repeat.ts';

const LOOK_EVERY_MS = 500;
const CLOCK_EVERY_MS = 5_000;

/**
 * Starts and moves runs of automations until it is stopped: once more at once while there is something to do, else twice a second.
 * What starts them by the clock is looked for every five seconds. Any number of processes may do this. It survives outages of the database. Returns a function that stops it.
 */
export function startAutomations(db: Database, log: Log): () => Promise<void> {
  let stopped = false;
  const whileThereIs = (every: number, work: () => Promise<number>) => {
    let tookMs = 0;
    const look = async (): Promise<boolean> => {
      const from = performance.now();
      const found = await work();
      tookMs = performance.now() - from;
      return found > 0;
    };
    return repeat(
      () => restAfter(db, tookMs, every),
      async () => {
        try {
          while (!stopped && (await look()));
        } catch (error) {
          log.warn({ reason: (error as Error).message }, 'cannot look for automations; trying again');
        }
      },
    );
  };
  const stops = [
    whileThereIs(LOOK_EVERY_MS, () => takeSignals(db, log)),
    whileThereIs(LOOK_EVERY_MS, () => moveDueRuns(db, log, () => stopped)),
    ...[findDueDates, findDueSegments].map((find) =>
      whileThereIs(CLOCK_EVERY_MS, async () => {
        await find(db, log);
        return 0;
      }),
    ),
  ];
  return async () => {
    stopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
