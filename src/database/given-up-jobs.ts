import { type Database, run, type Sql, sql } from './connect.ts';

/** A background job that failed too often and is not retried automatically. */
export interface GivenUpJob {
  id: string;
  task: string;
  teamId: number | null;
  attempts: number;
  failedAt: Date;
  error: string;
}

const IS_GIVEN_UP = sql`attempts >= max_attempts and locked_at is null`;

/** Lists failed jobs, the oldest first. */
export const listGivenUpJobs = (db: Database, limit: number): Promise<GivenUpJob[]> =>
  run<GivenUpJob>(
    db,
    sql`select j.id::text, t.identifier as task, (j.payload ->> 'teamId')::int as "teamId", j.attempts, j.updated_at as "failedAt",
          split_part(coalesce(j.last_error, ''), E'\n', 1) as error
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where ${IS_GIVEN_UP} order by j.updated_at, j.id limit ${limit}`,
  );

/** Deletes jobs that failed more than `days` days ago. Returns their number. Safe to repeat. */
export async function removeGivenUpJobs(db: Database, days: number): Promise<number> {
  const gone = await run(
    db,
    sql`select id::text from graphile_worker.complete_jobs(coalesce((
          select array_agg(j.id) from graphile_worker.jobs j
          where ${IS_GIVEN_UP} and j.updated_at < now() - make_interval(days => ${days}::int)), '{}'))`,
  );
  return gone.length;
}

/** The ids of failed jobs: of this one, or of all. */
const ids = (id: string | undefined): Sql =>
  sql`coalesce((select array_agg(j.id) from graphile_worker.jobs j
        where ${IS_GIVEN_UP} and (${id ?? null}::bigint is null or j.id = ${id ?? null}::bigint)), '{}')`;

/** Makes workers retry jobs from now on, with all their attempts. Returns their ids. */
export const retryGivenUpJobs = (db: Database, id?: string): Promise<{ id: string }[]> =>
  run(
    db,
    sql`select id::text from graphile_worker.reschedule_jobs(${ids(id)}, run_at => now(), attempts => 0) order by id`,
  );

/** Deletes jobs from the queue. Returns their ids. */
export const dropGivenUpJobs = (db: Database, id?: string): Promise<{ id: string }[]> =>
  run(db, sql`select id::text from graphile_worker.complete_jobs(${ids(id)}) order by id`);
