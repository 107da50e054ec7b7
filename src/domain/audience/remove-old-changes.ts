import { type Database, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { LeavingReason } from '../ledger/leaving-reasons.ts';
import { removeOldRows } from '../platform/remove-old-rows.ts';

/**
 * Removes changes of subscribers of more than `days` days ago. The last time that a person confirmed, unsubscribed or
 * resubscribed stays: it proves their consent. Reasons for leaving are still counted. Returns how many. Safe to repeat.
 */
export const removeOldChanges = (db: Database, days: number): Promise<number> =>
  removeOldRows(db, days, {
    table: 'subscriber_changes',
    owner: 'subscriber_id',
    isNeedless: sql`t.kind in ('tagged', 'untagged')`,
    replaces: sql`n.kind not in ('tagged', 'untagged')`,
    remove: async (scope, old, deleting) => {
      await lockLists(scope, old);
      const gone = await runOnce<Gone>(
        scope.db,
        sql`${deleting} returning t.subscriber_id::text as subscriber, t.reason`,
      );
      await keepReasons(scope, gone);
      return gone.length;
    },
  });

interface Gone {
  subscriber: string;
  reason: LeavingReason | null;
}

/** Locks lists before their changes, in the same order as deleting a list does. */
const lockLists = ({ db, team }: Scope, old: Sql) =>
  runOnce(
    db,
    sql`select id from lists where team_id = ${team.id}::int and id = any(array(
          select s.list_id from subscriber_changes c
          join subscribers s on s.team_id = ${team.id}::int and s.id = c.subscriber_id
          where c.team_id = ${team.id}::int and c.reason is not null and c.id = any(array(${old}))))
        order by id for no key update`,
  );

/** Adds the reasons of changes that are gone to those of their lists. */
async function keepReasons({ db, team }: Scope, gone: readonly Gone[]): Promise<void> {
  const reasons = gone.filter(({ reason }) => reason !== null);
  if (reasons.length === 0) return;
  await run(
    db,
    sql`with reasons as (
          select s.list_id, given.reason, count(*) as count
          from unnest(${reasons.map(({ subscriber }) => subscriber)}::uuid[], ${reasons.map(({ reason }) => reason)}::text[]) as given(subscriber, reason)
          join subscribers s on s.team_id = ${team.id}::int and s.id = given.subscriber
          group by s.list_id, given.reason
        ), sums as (
          select l.id, jsonb_object_agg(reasons.reason, reasons.count + coalesce((l.earlier_reasons ->> reasons.reason)::bigint, 0)) as reasons
          from reasons join lists l on l.team_id = ${team.id}::int and l.id = reasons.list_id group by l.id
        )
        update lists l set earlier_reasons = l.earlier_reasons || sums.reasons
        from sums where l.team_id = ${team.id}::int and l.id = sums.id returning l.id`,
  );
}
