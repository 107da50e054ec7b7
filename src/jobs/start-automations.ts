import type { Database } from '../database/connect.ts';
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
  const whileThereIs = (work: () => Promise<number>) => async () => {
    try {
      while (!stopped && (await work()) > 0);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot look for automations; trying again');
    }
  };
  const stops = [
    repeat(
      LOOK_EVERY_MS,
      whileThereIs(() => takeSignals(db, log)),
    ),
    repeat(
      LOOK_EVERY_MS,
      whileThereIs(() => moveDueRuns(db, log, () => stopped)),
    ),
  ];
  for (const find of [findDueDates, findDueSegments]) {
    const look = async () => {
      await find(db, log);
      return 0;
    };
    stops.push(repeat(CLOCK_EVERY_MS, whileThereIs(look)));
  }
  return async () => {
    stopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
