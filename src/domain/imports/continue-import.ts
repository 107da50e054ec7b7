import { type Database, run, sql } from '../../database/connect.ts';
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
            started_at = least(started_at, now()), finished_at = ${isLast ? sql`now()` : sql`null`},
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
    sql`select i.id::text as "importId", i.list_id as "listId", i.total, i.processed, i.columns, i.skipped_values as "skippedValues",
               i.confirmed, i.consent, i.skip_invalid as "skipInvalid"
        from imports i join teams t on t.id = i.team_id and t.status = 'active'
        where i.team_id = ${scope.team.id} and i.id = ${importId}::uuid and i.status in ('draft', 'processing') and not i.held
        for update of i skip locked`,
  );
  if (locked) {
    await run(
      scope.db,
      sql`select set_config('idle_in_transaction_session_timeout', '30s', true),
                 set_config('tidings.import_id', ${importId}::text, true)`,
    );
  }
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
      sql`with held as materialized (
            select now() + make_interval(secs => 2 ^ i.troubles) as lease_until from imports i
            where i.team_id = ${scope.team.id} and i.id = ${importId}::uuid and i.finished_at is null for update
          )
          update imports i set troubles = troubles + 1, lease_until = held.lease_until
          from held where i.team_id = ${scope.team.id} and i.id = ${importId}::uuid
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
export async function failForgottenDrafts(db: Database): Promise<number> {
  const isForgotten = sql`i.status = 'draft' and i.held and i.lease_until < now()`;
  const found = await run<OfTeam>(
    db,
    sql`select i.team_id as "teamId", i.id::text from imports i where ${isForgotten} order by i.lease_until limit ${AT_ONCE}`,
  );
  return eachTeam(db, found, async (scope, ids) => {
    const forgotten = await run<{ id: string; received: boolean }>(
      scope.db,
      sql`select i.id::text, i.digest is not null as received from imports i
          where i.team_id = ${scope.team.id} and i.id = any(${ids}::uuid[]) and ${isForgotten}
          order by i.id for update skip locked`,
    );
    for (const { id, received } of forgotten) {
      const reason = received
        ? 'The import was not started within a day.'
        : 'The upload stopped before the file was complete.';
      await giveUp(scope, id, reason);
    }
    return forgotten.length;
  });
}

/**
 * Schedules the imports whose lease has expired: the worker died, the job was lost, the chunk failed, or the team was
 * suspended. Imports that a worker has locked are skipped. Returns how many.
 */
export async function resumeImports(db: Database): Promise<number> {
  const isForgotten = sql`i.status in ('draft', 'processing') and not i.held and i.lease_until < now()`;
  const found = await run<OfTeam>(
    db,
    sql`select i.team_id as "teamId", i.id::text from imports i join teams t on t.id = i.team_id and t.status = 'active'
        where ${isForgotten} order by i.lease_until limit ${AT_ONCE}`,
  );
  return eachTeam(db, found, async (scope, ids) => {
    const forgotten = await run<{ id: string }>(
      scope.db,
      sql`with forgotten as (
            select i.id from imports i
            where i.team_id = ${scope.team.id} and i.id = any(${ids}::uuid[]) and ${isForgotten}
            order by i.id for update skip locked
          )
          update imports i set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
          from forgotten f where i.team_id = ${scope.team.id} and i.id = f.id
          returning i.id`,
    );
    for (const { id } of forgotten) await scheduleImport(scope, id);
    return forgotten.length;
  });
}

/** Imports that one sweep looks after. */
const AT_ONCE = 100;

interface OfTeam {
  teamId: number;
  id: string;
}

/** Runs `work` for each team with the ids that were found of it, in a transaction of its own. Adds up what it returns. */
async function eachTeam(
  db: Database,
  found: readonly OfTeam[],
  work: (scope: Scope, ids: string[]) => Promise<number>,
): Promise<number> {
  let done = 0;
  for (const id of new Set(found.map(({ teamId }) => teamId))) {
    const ids = found.filter(({ teamId }) => teamId === id).map((one) => one.id);
    done += await transaction(createScope(db, { id }, WORKER), (scope) => work(scope, ids));
  }
  return done;
}
