import { type Database, run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import type { Terms } from '../audience/import-terms.ts';
import type { List } from '../audience/lists.ts';
import type { ValidatedRow } from '../audience/subscribe-rows.ts';
import { found, idOf } from '../found.ts';
import { LEASE_SECONDS } from '../leased-work.ts';
import { dropChunks, storeChunks } from './import-chunks.ts';

export type { Import };

export const IMPORT_STATUSES = ['draft', 'processing', 'completed', 'failed', 'cancelled'] as const;

/** Creates an import of these rows on these terms. A worker starts it once this commits. */
export function createImport(
  scope: Scope,
  list: List,
  fileName: string,
  rows: readonly ValidatedRow[],
  { confirmed, consent, skipInvalid }: Terms,
): Promise<Import> {
  return transaction(scope, async (scope) => {
    const id = newId();
    await run(
      scope.db,
      sql`insert into imports (team_id, id, list_id, file_name, total, confirmed, consent, skip_invalid, lease_until)
          values (${scope.team.id}, ${id}::uuid, ${list.id}::uuid, ${fileName}, ${rows.length}, ${confirmed}, ${consent},
                  ${skipInvalid}, now() + make_interval(secs => ${LEASE_SECONDS}))`,
    );
    await storeChunks(scope, id, rows);
    await scheduleImport(scope, id);
    return readImport(scope, id);
  });
}

/** Enqueues a job for the next chunk of the import. */
export const scheduleImport = (scope: Scope, importId: string): Promise<void> =>
  scope.enqueue('run-import', { importId }, { key: importId });

/** Returns one import. Throws NotFoundError. */
export async function readImport(scope: Scope, id: unknown): Promise<Import> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.import.findUnique({ where }));
}

/**
 * Ends an import after the running chunk. Processed rows stay. Safe to repeat. Throws NotFoundError, and ConflictError if
 * the import has completed or failed.
 */
export function cancelImport(scope: Scope, id: unknown): Promise<Import> {
  return transaction(scope, async (scope) => {
    const { id: importId } = await readImport(scope, id);
    const ended = await run(
      scope.db,
      sql`update imports set status = 'cancelled', finished_at = now(), lease_until = null
          where team_id = ${scope.team.id} and id = ${importId}::uuid and finished_at is null returning id`,
    );
    if (ended.length > 0) {
      await dropChunks(scope, importId);
      await scope.publish({ topic: 'import.progressed', teamId: scope.team.id, id: importId });
    }
    const now = await readImport(scope, importId);
    if (now.status !== 'cancelled')
      throw new ConflictError('ENDED', `The import cannot be cancelled: it has already ${now.status}.`);
    return now;
  });
}

const MOST_COUNTED = 10_000;

/** Counts the imports of all teams that are not done. */
export async function countOpenImports(db: Database): Promise<{ draft: number; processing: number }> {
  const [row] = await run<{ draft: number; processing: number }>(
    db,
    sql`select count(*) filter (where status = 'draft')::int as draft,
               count(*) filter (where status = 'processing')::int as processing
        from (select status from imports where status in ('draft', 'processing') limit ${MOST_COUNTED}) open`,
  );
  return row!;
}
