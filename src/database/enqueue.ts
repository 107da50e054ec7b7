import type { JobName, JobOptions, Jobs } from '../scope.ts';
import { type Database, run, sql } from './connect.ts';

/** What is kept of a job until a worker takes it. */
export type Payload<Name extends JobName> = Jobs[Name] & { teamId: number };

/**
 * Puts a job into the caller's transaction: a worker takes it when and only if the transaction commits. Of several
 * jobs with one `key` that nobody has begun yet, one is left. `afterSeconds`: not before then. A worker may die with a job in
 * its hands, and the queue waits four hours before it gives that job out again: what must go on sooner keeps a lease of its
 * own.
 */
export async function enqueue<Name extends JobName>(
  db: Database,
  name: Name,
  payload: Payload<Name>,
  { key, afterSeconds = 0 }: JobOptions = {},
): Promise<void> {
  const jobKey = key === undefined ? null : `${name}:${payload.teamId}:${key}`;
  await run(
    db,
    sql`select id::text from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
          run_at => now() + make_interval(secs => ${afterSeconds}),
          job_key => ${jobKey}::text, job_key_mode => 'preserve_run_at')`,
  );
}
