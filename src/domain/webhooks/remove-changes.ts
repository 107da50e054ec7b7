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
      const [feed] = await run<{ isUsed: boolean; removed: Record<string, number> }>(
        db,
        sql`select feed_used_at > ${oldest}::timestamptz as "isUsed", coalesce(feed_removed, '{}') as removed from webhooks
            where team_id = ${teamId}::int and id = ${FEED_ID}::uuid for update`,
      );
      if (!feed) return 0;
      const old = await oldestChanges(db, teamId, feed.isUsed ? oldest : now());
      const lasts = Object.fromEntries(old.map(({ kind, sequence }) => [kind, Number(sequence)]));
      const gone = JSON.stringify({ ...feed.removed, ...lasts });
      await run(
        db,
        sql`update webhooks set enabled = ${feed.isUsed}::boolean, feed_removed = ${gone}::jsonb
            where team_id = ${teamId}::int and id = ${FEED_ID}::uuid returning id::text`,
      );
      const last = old.at(-1)?.sequence ?? '0';
      await run(
        db,
        sql`delete from changes where team_id = ${teamId}::int and sequence <= ${last}::bigint returning sequence::text`,
      );
      return old.length;
    });
  }
  return removed;
}

/** The oldest thousand changes from before the time, in their order. */
const oldestChanges = (db: Database, teamId: number, before: Date): Promise<{ kind: string; sequence: string }[]> =>
  run(
    db,
    sql`select kind, sequence::text from changes where team_id = ${teamId}::int and created_at <= ${before}::timestamptz
        order by changes.sequence limit ${CHUNK}`,
  );
