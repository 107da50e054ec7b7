import { type Database, run, sql } from '../../database/connect.ts';
import { createScope, transaction, WORKER } from '../../scope.ts';
import { FEED_DAYS, FEED_ID } from './feed.ts';

const CHUNK = 1_000;

/**
 * Removes changes that are older than seven days, and all changes of feeds that were not used for as long; these end. Returns how many
 * changes. Safe to repeat.
 */
export async function removeOldChanges(db: Database): Promise<number> {
  const feeds = await run<{ teamId: number }>(
    db,
    sql`select team_id as "teamId" from webhooks where id = ${FEED_ID}::uuid`,
  );
  let removed = 0;
  for (const { teamId } of feeds) removed += await removeChanges(db, teamId);
  return removed;
}

async function removeChanges(db: Database, teamId: number): Promise<number> {
  const scope = createScope(db, { id: teamId }, WORKER);
  let removed = 0;
  for (let more = CHUNK; more === CHUNK; removed += more) {
    more = await transaction(scope, async ({ db, now }) => {
      const oldest = new Date(now().getTime() - FEED_DAYS * 86_400_000);
      // Locked first: a reader never finds a cursor valid whose next changes are gone.
      const [feed] = await run<{ isUsed: boolean }>(
        db,
        sql`select feed_used_at > ${oldest}::timestamptz as "isUsed" from webhooks
            where team_id = ${teamId}::int and id = ${FEED_ID}::uuid for update`,
      );
      if (!feed) return 0;
      const last = await lastToRemove(db, teamId, feed.isUsed ? oldest : now());
      await run(
        db,
        sql`update webhooks set enabled = ${feed.isUsed}::boolean, feed_from = greatest(feed_from, ${last.sequence}::bigint)
            where team_id = ${teamId}::int and id = ${FEED_ID}::uuid returning id::text`,
      );
      await run(
        db,
        sql`delete from changes where team_id = ${teamId}::int and sequence <= ${last.sequence}::bigint returning sequence::text`,
      );
      return last.count;
    });
  }
  return removed;
}

/** Of the oldest thousand changes, those before the time: how many, and the number of the last. */
async function lastToRemove(db: Database, teamId: number, before: Date): Promise<{ count: number; sequence: string }> {
  const [found] = await run<{ count: number; sequence: string }>(
    db,
    sql`select count(*)::int as count, coalesce(max(c.sequence), 0)::text as sequence
        from (select sequence from changes where team_id = ${teamId}::int and created_at <= ${before}::timestamptz
              order by sequence limit ${CHUNK}) c`,
  );
  return found!;
}
