import type pg from 'pg';
import type { TableHeader } from './backup-file.ts';

/** The waiting and running jobs. The queue's own tables change with its version, so jobs are stored as they were added. */
export const JOBS: TableHeader = { table: 'jobs', columns: ['job'] };

export const selectJobs = `
  select json_build_object('identifier', t.identifier, 'payload', j.payload, 'queue_name', q.queue_name, 'run_at', j.run_at,
    'max_attempts', j.max_attempts, 'job_key', j.key, 'priority', j.priority)::text
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`;

/** Where the rows of `JOBS` are put before `addJobs`. */
export const createJobsTable = 'create temporary table jobs (job jsonb not null) on commit drop';

/** Adds the restored jobs to the queue. */
export async function addJobs(client: pg.ClientBase): Promise<void> {
  await client.query(`
    select graphile_worker.add_job(job->>'identifier', payload := (job->'payload')::json, queue_name := job->>'queue_name',
      run_at := (job->>'run_at')::timestamptz, max_attempts := (job->>'max_attempts')::int, job_key := job->>'job_key',
      priority := (job->>'priority')::int)
    from pg_temp.jobs`);
}
