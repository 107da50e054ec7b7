import { run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import type { BulkUpdate } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';

export type { BulkUpdate };

export const BULK_UPDATE_STATUSES = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const;

/** Enqueues a job for the next people. */
export const scheduleBulkUpdate = (scope: Scope, id: string): Promise<void> =>
  scope.enqueue('run-bulk-update', { bulkUpdate: id }, { key: id });

/** Tells readers of the stream that it has moved on. */
export const announceBulkUpdate = (scope: Scope, id: string): Promise<void> =>
  scope.publish({ topic: 'bulk-update.progressed', teamId: scope.team.id, id });

/** Returns one bulk update. Throws NotFoundError. */
export async function readBulkUpdate(scope: Scope, id: unknown): Promise<BulkUpdate> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.bulkUpdate.findUnique({ where }));
}

/** A page of the team's bulk updates, newest first. Throws ValidationError. */
export const listBulkUpdates = (scope: Scope, request: PageRequest): Promise<Page<BulkUpdate>> => {
  const where = { teamId: scope.team.id };
  return readPage(request, {
    find: (args) => scope.db.bulkUpdate.findMany({ ...args, where: { AND: [where, args.where] } }),
    count: () => scope.db.bulkUpdate.count({ where }),
  });
};

/**
 * Ends a bulk update after the running chunk. Changes so far stay. Safe to repeat. Throws NotFoundError, and ConflictError if
 * it has completed or failed.
 */
export function cancelBulkUpdate(scope: Scope, id: unknown): Promise<BulkUpdate> {
  return transaction(scope, async (scope) => {
    const { id: bulkUpdate } = await readBulkUpdate(scope, id);
    await endBulkUpdate(scope, bulkUpdate, 'cancelled');
    const now = await readBulkUpdate(scope, bulkUpdate);
    if (now.status !== 'cancelled')
      throw new ConflictError('ENDED', `The bulk update cannot be cancelled: it has already ${now.status}.`);
    return now;
  });
}

/** Ends a bulk update that has not ended. The choice and the new value of an attribute are removed: they may tell of people. */
export async function endBulkUpdate(
  scope: Scope,
  id: string,
  status: 'completed' | 'failed' | 'cancelled',
  reason: string | null = null,
): Promise<void> {
  await run(
    scope.db,
    sql`update bulk_updates set status = ${status}::text::"BulkUpdateStatus", failure_reason = ${reason}::text, people = null,
          settings = settings - 'value', finished_at = now(), lease_until = null
        where team_id = ${scope.team.id}::int and id = ${id}::uuid and finished_at is null`,
  );
  await announceBulkUpdate(scope, id);
}
