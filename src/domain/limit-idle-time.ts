import { run, sql } from '../database/connect.ts';
import type { Scope } from '../scope.ts';

/**
 * A time limit for a worker whose machine vanished: without it the database would keep the locks of its transaction for hours.
 */
export const limitIdleTime = (scope: Scope): Promise<unknown> =>
  run(scope.db, sql`select set_config('idle_in_transaction_session_timeout', '30s', true)`);
