import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, run, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { OverloadedError } from '../../errors.ts';

const ASK_AGAIN_MS = 20;
const PATIENCE_MS = 10_000;

/**
 * How long every transaction is waited for. After this, only those that have looked for listeners: others, such as a vacuum, an index
 * being built or a report, may take hours. A statement locks the tables that it reads within milliseconds of its snapshot.
 */
const ALL_MS = 2_000;

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
  const from = performance.now();
  const waited = () => performance.now() - from;
  // With Citus, the lock may be on another machine.
  while (await isWriting(db, clock!.time, waited() > ALL_MS && !isDistributed(db))) {
    if (waited() > PATIENCE_MS) throw new OverloadedError();
    await sleep(ASK_AGAIN_MS);
  }
}

/**
 * A transaction without a number has written nothing yet, and looks for listeners again when it does. Backups only read. `hasLooked`:
 * only transactions that have looked for listeners. Those keep their lock on the table until they end.
 */
async function isWriting(db: Database, time: string, hasLooked: boolean): Promise<boolean> {
  const mayWrite = hasLooked
    ? sql`exists (select from pg_locks l where l.pid = a.pid and l.relation = 'webhooks'::regclass)`
    : sql`true`;
  const found = await run(
    db,
    sql`select pid from pg_stat_activity a
        where datname = current_database() and pid <> pg_backend_pid() and xact_start <= ${time}::timestamptz
          and (backend_xid is not null or (state = 'active' and query not ilike 'copy %')) and ${mayWrite} limit 1`,
  );
  return found.length > 0;
}
