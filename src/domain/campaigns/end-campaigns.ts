import { type Database, inTransaction, run, type Sql, sql } from '../../database/connect.ts';
import { notify } from '../../live/pubsub.ts';
import { isAbandoned } from '../ledger/abandoned.ts';

const CANCELLED = 'The campaign was cancelled.';
const LOST =
  'The worker was lost while sending. The message may have arrived, and this campaign does not repeat messages.';

/**
 * Marks campaign messages as unknown whose worker was lost while sending them. The fence stays the same, so a worker
 * that comes back can still record the result. Returns how many.
 */
export async function markLost(db: Database): Promise<number> {
  const rows = await run(
    db,
    sql`with lost as (
          select m.team_id, m.id from messages m
          join campaigns c on c.team_id = m.team_id and c.id = m.campaign_id and not (c.repeat_unknown and c.status = 'sending')
          where m.state = 'sending' and m.campaign_id is not null and ${isAbandoned}
          order by m.team_id, m.id for no key update of m skip locked
        ), marked as (
          update messages m set state = 'unknown', undecided = m.undecided + 1, lease_until = null, last_error = ${LOST}
          from lost l where m.team_id = l.team_id and m.id = l.id returning m.team_id, m.id, m.campaign_id
        ), tried as (
          insert into attempts (team_id, message_id, outcome, reason) select team_id, id, 'undecided', ${LOST} from marked
        ), counted as (
          ${addTo(sql`unknown_count`, sql`marked`)}
        )
        select 1 from marked`,
  );
  return rows.length;
}

/**
 * Withholds queued messages of cancelled campaigns, and those that a lost worker had claimed. Messages that a live
 * worker has claimed are withheld by its last check before sending. Any number of processes may do this. Returns how
 * many.
 */
export async function withholdCancelled(db: Database, limit: number): Promise<number> {
  const rows = await run(
    db,
    sql`with found as (
          select due.* from campaigns c cross join lateral (
            select m.team_id, m.id from messages m
            where m.team_id = c.team_id and m.campaign_id = c.id and m.campaign_id is not null
              and m.state in ('queued', 'deferred')
            order by m.due_at limit ${limit} for no key update of m skip locked
          ) due where c.status = 'cancelled' and not ${IS_THROUGH} limit ${limit}
        ), left_behind as (
          select m.team_id, m.id from messages m
          join campaigns c on c.team_id = m.team_id and c.id = m.campaign_id and c.status = 'cancelled'
          where m.state = 'claimed' and ${isAbandoned} limit ${limit} for no key update of m skip locked
        ), taken as (
          update messages m set state = 'withheld', last_error = ${CANCELLED}
          from (select * from found union all select * from left_behind) f
          where m.team_id = f.team_id and m.id = f.id returning m.team_id, m.campaign_id
        ), counted as (
          ${addTo(sql`withheld_count`, sql`taken`)}
        )
        select 1 from taken`,
  );
  return rows.length;
}

/** Adds the number of messages in `rows` to a counter of their campaigns. */
const addTo = (count: Sql, rows: Sql): Sql => sql`
  update campaigns c set ${count} = ${count} + n.count
  from (select team_id, campaign_id, count(*)::int as count from ${rows} group by 1, 2) n
  where c.team_id = n.team_id and c.id = n.campaign_id`;

/** Predicate over `c`, a campaign: all its messages are settled for good. */
const IS_THROUGH = sql`(c.recipients_count <= c.sent_count + c.failed_count + c.unknown_count + c.withheld_count)`;

/** Marks campaigns as sent when all their messages are settled for good. */
export function endCampaigns(db: Database): Promise<void> {
  return inTransaction(db, async (db) => {
    const ended = await run<{ teamId: number; id: string }>(
      db,
      sql`update campaigns c set status = 'sent', ended_at = now(), updated_at = now()
          where c.status = 'sending' and c.enqueued_at is not null
            and ${IS_THROUGH}
          returning c.team_id as "teamId", c.id::text`,
    );
    const notices = ended.map((campaign) => ({ topic: 'campaign.progressed' as const, ...campaign }));
    if (notices.length > 0) await notify(db, ...notices);
  });
}
