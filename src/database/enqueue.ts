import type { JobName, JobOptions, Jobs } from '../scope.ts';
import { type Database, run, sql } from './connect.ts';

/** The stored payload of a job. */
export type Payload<Name extends JobName> = Jobs[Name] & { teamId: number };

/**
 * Enqueues a job in the caller's transaction: a worker gets it only if the transaction commits. Jobs with the same
 * `key` that have not started yet are merged into one. `afterSeconds` is the earliest start. When a worker dies during
 * a job, the queue repeats the job only after four hours; work that must resume sooner needs its own lease.
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
