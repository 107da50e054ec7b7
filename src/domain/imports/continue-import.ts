import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import type { Terms } from '../audience/import-terms.ts';
import { lockList } from '../audience/lists.ts';
import { subscribeRows } from '../audience/subscribe-rows.ts';
import { withoutErasing } from '../privacy/erasure-lock.ts';
import type { Column } from './csv/columns.ts';
import { dropChunks, readChunk } from './import-chunks.ts';
import { storeErrors } from './import-errors.ts';
import { LEASE_SECONDS, scheduleImport } from './imports.ts';
import { storeSkippedValues } from './skipped-values.ts';

interface Progress extends Terms {
  listId: string;
  total: number;
  processed: number;
  /** Null for rows that came as JSON, which have no terms. */
  columns: Column[] | null;
  skippedValues: number;
}

/**
 * Does the next chunk of an import and, when it is the caller's last, schedules the one after it. Returns whether more
 * chunks are left for the caller: false when the import is finished, its team is suspended, or another worker has it.
 * Rows, counters, errors, progress and the next job commit together under a lock on the import. So a worker killed at
 * any moment has done a chunk completely or not at all, and two workers never do the same chunk twice.
 */
export function continueImport(scope: Scope, importId: string, isCallersLast = true): Promise<boolean> {
  return transaction(scope, async (scope) => {
    const progress = await lockImport(scope, importId);
    if (!progress) return false;
    await withoutErasing(scope);
    const list = await lockList(scope, progress.listId).catch(unlessNotFound);
    if (!list) {
      await giveUp(scope, importId, 'The list was deleted before the import was done.');
      return false;
    }
    const firstRow = progress.processed + 1;
    const rows = await readChunk(scope, importId, firstRow);
    if (!rows) throw new Error(`row ${firstRow} of an import is missing`);
    const result = await subscribeRows(scope, list, rows, progress.columns ? progress : undefined);
    await storeErrors(scope, importId, firstRow, rows, result.rows);
    const skipped = await storeSkippedValues(scope, importId, progress, rows, result.rows);
    const processed = progress.processed + rows.length;
    const isLast = processed >= progress.total;
    if (ANALYZE_AT.some((at) => progress.processed < at && processed >= at)) await analyze(scope);
    await run(
      scope.db,
      sql`with done as (
            delete from import_chunks
            where team_id = ${scope.team.id} and import_id = ${importId}::uuid and first_row = ${firstRow})
          update imports set
            status = ${isLast ? 'completed' : 'processing'}::"ImportStatus",
            processed = processed + ${rows.length}, added = added + ${result.added},
            updated = updated + ${result.updated}, failed = failed + ${result.failed},
            skipped_values = skipped_values + ${skipped},
            started_at = coalesce(started_at, now()), finished_at = case when ${isLast} then now() end,
            lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), troubles = 0
          where team_id = ${scope.team.id} and id = ${importId}::uuid`,
    );
    if (!isLast && isCallersLast) await scheduleImport(scope, importId);
    await scope.publish({ topic: 'import.progressed', teamId: scope.team.id, id: importId });
    return !isLast;
  });
}

/** After this many rows the planner's statistics may be far off. */
const ANALYZE_AT = [5_000, 50_000, 500_000];

/** Autovacuum would do this up to a minute later. Until then statements may scan whole lists instead of an index. */
async function analyze(scope: Scope): Promise<void> {
  await run(scope.db, sql`analyze subscribers`);
  await run(scope.db, sql`analyze people`);
}

/**
 * Locks the import, or returns undefined when another worker has locked it. The session time limit is for a worker
 * whose machine vanished: without it the database would keep that worker's lock for hours.
 */
async function lockImport(scope: Scope, importId: string): Promise<Progress | undefined> {
  const [locked] = await run<Progress>(
    scope.db,
    sql`select i.list_id as "listId", i.total, i.processed, i.columns, i.skipped_values as "skippedValues",
               i.confirmed, i.consent, i.skip_invalid as "skipInvalid",
               set_config('idle_in_transaction_session_timeout', '30s', true),
               set_config('tidings.import_id', i.id::text, true)
        from imports i join teams t on t.id = i.team_id and t.status = 'active'
        where i.team_id = ${scope.team.id} and i.id = ${importId}::uuid and i.status in ('draft', 'processing') and not i.held
        for update of i skip locked`,
  );
  return locked;
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Marks an import as failed and deletes the rows that are not done. */
export async function giveUp(scope: Scope, importId: string, reason: string): Promise<void> {
  await run(
    scope.db,
    sql`update imports set status = 'failed', failure_reason = ${reason}, finished_at = now(), lease_until = null
        where team_id = ${scope.team.id} and id = ${importId}::uuid and finished_at is null`,
  );
  await dropChunks(scope, importId);
  await scope.publish({ topic: 'import.progressed', teamId: scope.team.id, id: importId });
}

/** After this many failures in a row, about four minutes, the import fails. */
const MAX_TROUBLES = 8;

/** Records that the next chunk failed. It is retried, later each time; after MAX_TROUBLES the import fails. */
export function noteTrouble(scope: Scope, importId: string): Promise<void> {
  return transaction(scope, async (scope) => {
    const [row] = await run<{ troubles: number }>(
      scope.db,
      sql`update imports set troubles = troubles + 1, lease_until = now() + make_interval(secs => 2 ^ troubles)
          where team_id = ${scope.team.id} and id = ${importId}::uuid and finished_at is null
          returning troubles`,
    );
    if (row && row.troubles >= MAX_TROUBLES) {
      await giveUp(scope, importId, 'The import could not be continued because of a server error.');
    }
  });
}

/**
 * Fails drafts whose upload ended with the process that received it, and drafts that were never started. Returns how
 * many.
 */
export function failForgottenDrafts(db: Database): Promise<number> {
  return inTransaction(db, async (db) => {
    const forgotten = await run<{ teamId: number; id: string; received: boolean }>(
      db,
      sql`select team_id as "teamId", id::text, digest is not null as received from imports
          where status = 'draft' and held and lease_until < now()
          order by lease_until limit 100 for update skip locked`,
    );
    for (const { teamId, id, received } of forgotten) {
      const reason = received
        ? 'The import was not started within a day.'
        : 'The upload stopped before the file was complete.';
      await giveUp(createScope(db, { id: teamId }, WORKER), id, reason);
    }
    return forgotten.length;
  });
}

/**
 * Schedules the imports whose lease has expired: the worker died, the job was lost, the chunk failed, or the team was
 * suspended. Imports that a worker has locked are skipped. Returns how many.
 */
export function resumeImports(db: Database): Promise<number> {
  return inTransaction(db, async (db) => {
    const forgotten = await run<{ teamId: number; id: string }>(
      db,
      sql`with forgotten as (
            select i.team_id, i.id from imports i join teams t on t.id = i.team_id and t.status = 'active'
            where i.status in ('draft', 'processing') and not i.held and i.lease_until < now()
            order by i.lease_until limit 100 for update of i skip locked
          )
          update imports i set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
          from forgotten f where i.team_id = f.team_id and i.id = f.id
          returning i.team_id as "teamId", i.id::text`,
    );
    for (const { teamId, id } of forgotten) await scheduleImport(createScope(db, { id: teamId }, WORKER), id);
    return forgotten.length;
  });
}
