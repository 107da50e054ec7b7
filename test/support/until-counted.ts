import type { Database } from '../../src/database/connect.ts';
import { until } from './until.ts';

/** Waits until everything that became of messages so far is counted, a moment after it was settled. */
export const untilCounted = (db: Database): Promise<unknown> => until(async () => (await db.outcome.count()) === 0);
