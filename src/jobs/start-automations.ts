import type { Database, Sql } from '../database/connect.ts';
import { DUE_DATES, findDueDates } from '../domain/automations/clock/due-dates.ts';
import { DUE_SEGMENTS, findDueSegments } from '../domain/automations/clock/watched-segments.ts';
import { advanceDueRuns } from '../domain/automations/runs/advance-runs.ts';
import { DUE_RUNS } from '../domain/automations/runs/find-due.ts';
import { processSignals, WAITING_SIGNALS } from '../domain/automations/runs/process-signals.ts';
import type { Log } from '../log.ts';
import { runWhenDue } from './run-when-due.ts';

const LOOK_EVERY_MS = 500;
const CLOCK_EVERY_MS = 5_000;

/**
 * Starts and advances runs of automations until it is stopped: again at once while there is work, otherwise at most twice a
 * second. Starts by the clock are checked every five seconds. Any number of processes may do this. It survives database outages.
 * Returns a function that stops it.
 */
export function startAutomations(db: Database, log: Log): () => Promise<void> {
  let stopped = false;
  const untilNone = (what: Sql, everyMs: number, work: () => Promise<number>) =>
    runWhenDue(db, { what, everyMs }, async () => {
      try {
        while (!stopped && (await work()) > 0);
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'cannot find due automations; trying again');
      }
    });
  const once = (what: Sql, find: (db: Database, log: Log) => Promise<unknown>) =>
    untilNone(what, CLOCK_EVERY_MS, async () => {
      await find(db, log);
      return 0;
    });
  const stops = [
    untilNone(WAITING_SIGNALS, LOOK_EVERY_MS, () => processSignals(db, log)),
    untilNone(DUE_RUNS, LOOK_EVERY_MS, () => advanceDueRuns(db, log, () => stopped)),
    once(DUE_DATES, findDueDates),
    once(DUE_SEGMENTS, findDueSegments),
  ];
  return async () => {
    stopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
