import type { Database } from '../database/connect.ts';
import { DUE_SERIES, runSeries } from '../domain/campaigns/series/run-series.ts';
import type { Around } from '../domain/campaigns/series/start-series.ts';
import type { Log } from '../log.ts';
import { runWhenDue } from './run-when-due.ts';

const EVERY_MS = 5_000;

/**
 * Looks every few seconds for due recurring campaigns. Separate from the sweep, because feeds can be slow. Returns a function
 * that stops it.
 */
export const startSeriesRuns = (db: Database, around: Around, log: Log): (() => Promise<void>) =>
  runWhenDue(db, { what: DUE_SERIES, everyMs: EVERY_MS }, async () => {
    try {
      await runSeries(db, around, log);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot find due recurring campaigns; trying again');
    }
  });
