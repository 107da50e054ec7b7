import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, run, sql } from '../../database/connect.ts';
import { OverloadedError } from '../../errors.ts';
import { isWriting } from './is-writing.ts';

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
  while (await isWriting(db, { begunBy: clock!.time, hasLooked: waited() > ALL_MS })) {
    if (waited() > PATIENCE_MS) throw new OverloadedError();
    await sleep(ASK_AGAIN_MS);
  }
}
