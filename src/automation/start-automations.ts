import type { Database } from '../database/connect.ts';
import { moveDueRuns } from '../domain/automations/runs/move-runs.ts';
import { takeSignals } from '../domain/automations/runs/take-signals.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';

const LOOK_EVERY_MS = 500;

/**
 * Starts and moves runs of automations until it is stopped: once more at once while there is something to do, else twice a second.
 * Any number of processes may do this. It survives outages of the database. Returns a function that stops it.
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
  return async () => {
    stopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
