import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, run, sql } from '../../database/connect.ts';
import { OverloadedError } from '../../errors.ts';

const ASK_AGAIN_MS = 20;
const PATIENCE_MS = 10_000;

/** The longest that a transaction takes to begin a feed. */
const BEGINNING_SECONDS = 30;

/**
 * Waits until no transaction can write any more that does not see a feed that began at this time. It may have found that nobody
 * listens, and commit afterwards. Throws OverloadedError if one takes longer.
 */
export async function waitForOlderWriters(db: Database, begunAt: Date): Promise<void> {
  const [clock] = await run<{ time: string }>(
    db,
    sql`select least(clock_timestamp(), ${begunAt}::timestamptz + make_interval(secs => ${BEGINNING_SECONDS}::int))::text as time`,
  );
  const patience = performance.now() + PATIENCE_MS;
  while (await isWriting(db, clock!.time)) {
    if (performance.now() > patience) throw new OverloadedError();
    await sleep(ASK_AGAIN_MS);
  }
}

/** A transaction without a number has written nothing yet, and looks for listeners again when it does. Backups only read. */
async function isWriting(db: Database, time: string): Promise<boolean> {
  const found = await run(
    db,
    sql`select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start <= ${time}::timestamptz
          and (backend_xid is not null or (state = 'active' and query not ilike 'copy %')) limit 1`,
  );
  return found.length > 0;
}
