import { type Database, run, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { URGENT_KINDS } from './claim.ts';

/** The waiting messages of one kind, over all teams. */
export interface QueueDepth {
  kind: 'transactional' | 'confirmation' | 'data_request' | 'campaign';
  /** Messages to be sent, now or after a wait. */
  waiting: number;
  /** Seconds since the oldest unclaimed message was due; 0 if none is due. */
  oldestDueSeconds: number;
}

/** For each team and kind. Counting stops here, so that a long queue costs no more. */
const MOST_COUNTED = 10_000;
const MOST_TEAMS = 1_000;

/**
 * The number of waiting messages, and their longest wait. Reads a bounded number of index entries, however long the queue.
 */
export function readQueueDepths(db: Database): Promise<QueueDepth[]> {
  return isDistributed(db) ? countAll(db) : countSome(db);
}

/** Every machine counts its own messages in one index range: skipping from team to team does not work across machines. */
const countAll = (db: Database): Promise<QueueDepth[]> =>
  run<QueueDepth>(
    db,
    sql`select kinds.kind, coalesce(q.waiting, 0)::int as waiting,
          greatest(0, coalesce(extract(epoch from now() - q.oldest), 0))::float8 as "oldestDueSeconds"
        from unnest('{transactional,confirmation,data_request,campaign}'::text[]) as kinds(kind)
        left join (
          select m.kind::text as kind, count(*) as waiting, min(m.due_at) as oldest from messages m
          where m.campaign_id is null and m.state in ('queued', 'deferred') group by m.kind
          union all
          select 'campaign', sum(coalesce(
              c.recipients_count - c.sent_count - c.failed_count - c.unknown_count - c.withheld_count, first.waiting)),
            min(first.due_at)
          from campaigns c
          left join (select m.team_id, m.campaign_id, min(m.due_at) as due_at, count(*) as waiting from messages m
                     where m.campaign_id is not null and m.state in ('queued', 'deferred')
                     group by m.team_id, m.campaign_id) first on first.team_id = c.team_id and first.campaign_id = c.id
          where c.status = 'sending' and c.enqueued_at is not null
        ) q on q.kind = kinds.kind`,
  );

function countSome(db: Database): Promise<QueueDepth[]> {
  return run<QueueDepth>(
    db,
    sql`with recursive waiting(team_id) as (
          (select m.team_id from messages m
           where m.campaign_id is null and m.state in ('queued', 'deferred') order by m.team_id limit 1)
          union all
          select (select m.team_id from messages m
                  where m.campaign_id is null and m.state in ('queued', 'deferred') and m.team_id > w.team_id
                  order by m.team_id limit 1)
          from waiting w where w.team_id is not null
        ), mails as (
          select kinds.kind::text as kind, coalesce(sum(q.waiting), 0)::int as waiting, min(q.oldest) as oldest
          from unnest(${URGENT_KINDS}) as kinds(kind)
          left join lateral (
            select few.waiting, few.oldest
            from (select team_id from waiting where team_id is not null limit ${MOST_TEAMS}) w
            cross join lateral (
              select count(*) as waiting, min(due_at) as oldest from (
                select m.due_at from messages m
                where m.team_id = w.team_id and m.kind = kinds.kind
                  and m.campaign_id is null and m.state in ('queued', 'deferred')
                order by m.due_at limit ${MOST_COUNTED}) due) few
          ) q on true
          group by kinds.kind
        ), campaigns_sending as (
          select c.team_id, c.id, case when c.automation_id is null
            then greatest(0, c.recipients_count - c.sent_count - c.failed_count - c.unknown_count - c.withheld_count)
            else (select count(*) from (
              select from messages m
              where m.team_id = c.team_id and m.campaign_id = c.id and m.campaign_id is not null
                and m.state in ('queued', 'deferred')
              limit ${MOST_COUNTED}) few) end as waiting
          from campaigns c where c.status = 'sending' and c.enqueued_at is not null limit ${MOST_TEAMS}
        ), bulk as (
          select 'campaign' as kind, coalesce(sum(c.waiting), 0)::int as waiting, min(first.due_at) as oldest
          from campaigns_sending c
          left join lateral (
            select m.due_at from messages m
            where m.team_id = c.team_id and m.campaign_id = c.id and m.campaign_id is not null
              and m.state in ('queued', 'deferred')
            order by m.due_at limit 1) first on true
        )
        select kind, waiting, greatest(0, coalesce(extract(epoch from now() - oldest), 0))::float8 as "oldestDueSeconds"
        from (select * from mails union all select * from bulk) depths`,
  );
}
