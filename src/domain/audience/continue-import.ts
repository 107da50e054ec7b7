import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import { withoutErasing } from '../privacy/gate.ts';
import { dropChunks, takeChunk } from './import-chunks.ts';
import { storeErrors } from './import-errors.ts';
import { LEASE_SECONDS, scheduleImport } from './imports.ts';
import { holdList } from './lists.ts';
import { subscribeRows } from './subscribe-rows.ts';

interface Held {
  listId: string;
  total: number;
  processed: number;
}

/**
 * Does the next chunk of an import and schedules the one after it. Rows, counters, errors, progress and the next job
 * commit together, under a lock on the import: a worker killed at any moment has done a chunk wholly or not at all, and
 * two workers with the same import do each chunk once. Gives quietly up when there is nothing to do: the import is
 * finished, its team suspended, or another worker is at it.
 */
export function continueImport(scope: Scope, importId: string): Promise<void> {
  return transaction(scope, async (scope) => {
    const held = await hold(scope, importId);
    if (!held) return;
    await withoutErasing(scope);
    const list = await holdList(scope, held.listId).catch(unlessNotFound);
    if (!list) return giveUp(scope, importId, 'The list was deleted before the import was done.');
    const firstRow = held.processed + 1;
    const rows = await takeChunk(scope, importId, firstRow);
    if (!rows) throw new Error(`row ${firstRow} of an import is missing`);
    const result = await subscribeRows(scope, list, rows);
    await storeErrors(scope, importId, firstRow, result.rows);
    const isLast = held.processed + rows.length >= held.total;
    await run(
      scope.db,
      sql`update imports set
            status = ${isLast ? 'completed' : 'processing'}::"ImportStatus",
            processed = processed + ${rows.length}, added = added + ${result.added},
            updated = updated + ${result.updated}, failed = failed + ${result.failed},
            started_at = coalesce(started_at, now()), finished_at = case when ${isLast} then now() end,
            lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), troubles = 0
          where team_id = ${scope.team.id} and id = ${importId}::uuid`,
    );
    if (!isLast) await scheduleImport(scope, importId);
    await scope.publish({ topic: 'import.progressed', teamId: scope.team.id, id: importId });
  });
}

/**
 * Locks the import, unless somebody else has. The session's time limit is for a worker whose machine is gone without a
 * word: the database would keep its lock for hours.
 */
async function hold(scope: Scope, importId: string): Promise<Held | undefined> {
  const [held] = await run<Held>(
    scope.db,
    sql`select i.list_id as "listId", i.total, i.processed,
               set_config('idle_in_transaction_session_timeout', '30s', true)
        from imports i join teams t on t.id = i.team_id and t.status = 'active'
        where i.team_id = ${scope.team.id} and i.id = ${importId}::uuid and i.status in ('draft', 'processing')
        for update of i skip locked`,
  );
  return held;
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

async function giveUp(scope: Scope, importId: string, reason: string): Promise<void> {
  await run(
    scope.db,
    sql`update imports set status = 'failed', failure_reason = ${reason}, finished_at = now(), lease_until = null
        where team_id = ${scope.team.id} and id = ${importId}::uuid`,
  );
  await dropChunks(scope, importId);
  await scope.publish({ topic: 'import.progressed', teamId: scope.team.id, id: importId });
}

/** After this many failures in a row, some four minutes, a chunk is not tried again. */
const MOST_TROUBLES = 8;

/** Writes down that the next chunk could not be done: it is tried again, later each time, and given up in the end. */
export function noteTrouble(scope: Scope, importId: string): Promise<void> {
  return transaction(scope, async (scope) => {
    const [row] = await run<{ troubles: number }>(
      scope.db,
      sql`update imports set troubles = troubles + 1, lease_until = now() + make_interval(secs => 2 ^ troubles)
          where team_id = ${scope.team.id} and id = ${importId}::uuid and finished_at is null
          returning troubles`,
    );
    if (row && row.troubles >= MOST_TROUBLES) {
      await giveUp(scope, importId, 'The import could not be continued because of a fault of the server.');
    }
  });
}

/**
 * Schedules the imports that nobody went on with in time: those whose worker died, whose job was lost, whose chunk
 * failed, whose team was suspended. One that is being worked on is locked and left alone. Gives how many they were.
 */
export function resumeImports(db: Database): Promise<number> {
  return inTransaction(db, async (db) => {
    const forgotten = await run<{ teamId: number; id: string }>(
      db,
      sql`with forgotten as (
            select i.team_id, i.id from imports i join teams t on t.id = i.team_id and t.status = 'active'
            where i.status in ('draft', 'processing') and i.lease_until < now()
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
