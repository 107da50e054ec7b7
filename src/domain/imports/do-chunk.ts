import { run, sql } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import type { Terms } from '../audience/import-terms.ts';
import { lockList } from '../audience/lists.ts';
import { subscribeRows } from '../audience/subscribe-rows.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { LEASE_SECONDS } from '../leased-work.ts';
import { limitIdleTime } from '../limit-idle-time.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';
import type { Column } from './csv/columns.ts';
import { isSkip } from './csv/statuses.ts';
import { giveUp } from './end-import.ts';
import { readChunk } from './import-chunks.ts';
import { storeErrors } from './import-errors.ts';
import { scheduleImport } from './imports.ts';
import { storeSkippedValues } from './skipped-values.ts';

interface Progress extends Terms {
  listId: string;
  total: number;
  processed: number;
  /** Null for rows that came as JSON. */
  columns: Column[] | null;
  skippedValues: number;
}

/** The position of a chunk. */
export interface Position {
  /** The import's expected progress after the previous chunk. Absent: to be read. */
  expected?: Progress;
  /** The previous chunk, which may not be committed yet. */
  before?: Promise<Position | undefined>;
}

interface Options {
  /** Whether it is the caller's last chunk, which schedules the next one. */
  isLast: boolean;
  /** Called, if at all, with the next chunk if that may begin before this one is committed. */
  onLocked(next: Position): void;
}

/**
 * Does one chunk of an import. Returns the position of the next one; undefined if the import is finished, its team is
 * suspended, or another worker has it. Rows, counters, errors, progress and the next job commit together under a lock on
 * the import. So a worker killed at any moment has done a chunk completely or not at all, and no chunk is done twice. A
 * chunk that began while the previous one was being written takes that lock after it, and rolls back if the import is not
 * in the expected state.
 */
export async function doChunk(
  scope: Scope,
  importId: string,
  position: Position,
  options: Options,
): Promise<Position | undefined> {
  try {
    return await transaction(scope, (scope) => work(scope, importId, position, options));
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    throw error;
  }
}

/** The import ended, or another worker has it, since the chunk began. Thrown to roll the chunk back. */
class Overtaken extends Error {}

async function work(
  scope: Scope,
  importId: string,
  { expected, before }: Position,
  { isLast, onLocked }: Options,
): Promise<Position | undefined> {
  const begun = expected ?? (await lockImport(scope, importId));
  if (!begun) return undefined;
  await limitIdleTime(scope);
  await withoutErasing(scope);
  const list = await lockList(scope, begun.listId).catch(unlessNotFound);
  const firstRow = begun.processed + 1;
  const rows = list && (await readChunk(scope, importId, firstRow));
  const processed = begun.processed + (rows?.length ?? 0);
  const isDone = processed >= begun.total;
  const onSubscribed = () => {
    if (!isDone && !isLast) onLocked({ expected: { ...begun, processed } });
  };
  const result = list && rows && (await subscribeRows(scope, list, rows, { ...begun, importId }, onSubscribed));
  const now = expected ? await takeTurn(scope, importId, expected, before) : begun;
  if (!list) {
    await giveUp(scope, importId, 'The list was deleted before the import finished.');
    return undefined;
  }
  if (!rows || !result) throw new Error(`row ${firstRow} of an import is missing`);
  await storeErrors(scope, importId, firstRow, rows, result.rows);
  const skipped = await storeSkippedValues(scope, importId, now, firstRow, rows, result.rows);
  const skippedRows = result.rows.filter(({ issues }) => issues?.some(isSkip)).length;
  if (ANALYZE_AT.some((at) => begun.processed < at && processed >= at)) await analyze(scope);
  await run(
    scope.db,
    sql`with done as (
          delete from import_chunks
          where team_id = ${scope.team.id} and import_id = ${importId}::uuid and first_row = ${firstRow})
        update imports set
          status = ${isDone ? 'completed' : 'processing'}::"ImportStatus",
          processed = processed + ${rows.length}, added = added + ${result.added},
          updated = updated + ${result.updated}, failed = failed + ${result.failed}, skipped_rows = skipped_rows + ${skippedRows},
          skipped_values = skipped_values + ${skipped},
          started_at = least(started_at, now()), finished_at = ${isDone ? sql`now()` : sql`null`},
          lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), troubles = 0
        where team_id = ${scope.team.id} and id = ${importId}::uuid`,
  );
  if (isDone) await notifyWebhooks(scope, 'import.completed', [{ id: importId, list: list.id }]);
  if (!isDone && isLast) await scheduleImport(scope, importId);
  await scope.publish({ topic: 'import.progressed', teamId: scope.team.id, id: importId });
  return isDone ? undefined : { expected: { ...now, processed, skippedValues: now.skippedValues + skipped } };
}

/** Waits until the previous chunk is committed, and locks the import. Throws Overtaken if its state is unexpected. */
async function takeTurn(
  scope: Scope,
  importId: string,
  expected: Progress,
  before: Position['before'],
): Promise<Progress> {
  const isReady = before === undefined || (await before) !== undefined;
  const now = isReady ? await lockImport(scope, importId) : undefined;
  if (now?.processed !== expected.processed) throw new Overtaken();
  return now;
}

/** After this many rows the planner's statistics may be far off. */
const ANALYZE_AT = [5_000, 50_000, 500_000];

/** Autovacuum would do this up to a minute later. Until then statements may scan whole lists instead of an index. */
async function analyze(scope: Scope): Promise<void> {
  await run(scope.db, sql`analyze subscribers`);
  await run(scope.db, sql`analyze people`);
}

/** Locks the import, or returns undefined if it has ended or another worker has locked it. */
async function lockImport(scope: Scope, importId: string): Promise<Progress | undefined> {
  const [locked] = await run<Progress>(
    scope.db,
    sql`select i.list_id as "listId", i.total, i.processed, i.columns, i.skipped_values as "skippedValues",
               i.confirmed, i.consent, i.skip_invalid as "skipInvalid"
        from imports i join teams t on t.id = i.team_id and t.status = 'active'
        where i.team_id = ${scope.team.id} and i.id = ${importId}::uuid and i.status in ('draft', 'processing') and not i.held
        for update of i skip locked`,
  );
  return locked;
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}
