import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { AUTOMATION_EMAILS, type Lane, URGENT } from './claim.ts';

/** The waiting messages of one kind, over all teams. */
export interface QueueDepth {
  /** Automation e-mails are among those of campaigns. */
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
    sql`select kinds.kind, coalesce(sum(q.waiting), 0)::int as waiting,
          greatest(0, coalesce(extract(epoch from now() - min(q.oldest)), 0))::float8 as "oldestDueSeconds"
        from unnest('{transactional,confirmation,data_request,campaign}'::text[]) as kinds(kind)
        left join (
          select m.kind::text as kind, count(*) as waiting, min(m.due_at) as oldest from messages m
          where m.campaign_id is null and m.state in ('queued', 'deferred') group by m.kind
          union all
          select 'campaign', count(*), min(m.due_at) from messages m
          where m.kind = 'automation' and m.state in ('queued', 'deferred')
          union all
          select 'campaign', sum(c.recipients_count - c.sent_count - c.failed_count - c.unknown_count - c.withheld_count),
            min(first.due_at)
          from campaigns c
          left join (select m.team_id, m.campaign_id, min(m.due_at) as due_at from messages m
                     where m.kind = 'campaign' and m.campaign_id is not null and m.state in ('queued', 'deferred')
                     group by m.team_id, m.campaign_id) first on first.team_id = c.team_id and first.campaign_id = c.id
          where c.status = 'sending' and c.enqueued_at is not null
        ) q on q.kind = kinds.kind group by kinds.kind`,
  );

/** Skips from team to team with messages of the lane, in a recursive part of this name. */
const teamsIn = ({ has }: Lane, name: Sql): Sql => sql`
  (select m.team_id from messages m where ${has} and m.state in ('queued', 'deferred') order by m.team_id limit 1)
  union all
  select (select m.team_id from messages m
          where ${has} and m.state in ('queued', 'deferred') and m.team_id > w.team_id order by m.team_id limit 1)
  from ${name} w where w.team_id is not null`;

/** The waiting messages of the lane, by kind, of the teams in a part of this name. */
const mailsIn = ({ kinds, has }: Lane, teams: Sql): Sql => sql`
  select kinds.kind::text as kind, coalesce(sum(q.waiting), 0)::int as waiting, min(q.oldest) as oldest
  from unnest(${kinds}) as kinds(kind)
  left join lateral (
    select few.waiting, few.oldest
    from (select team_id from ${teams} where team_id is not null limit ${MOST_TEAMS}) w
    cross join lateral (
      select count(*) as waiting, min(due_at) as oldest from (
        select m.due_at from messages m
        where m.team_id = w.team_id and m.kind = kinds.kind and ${has} and m.state in ('queued', 'deferred')
        order by m.due_at limit ${MOST_COUNTED}) due) few
  ) q on true
  group by kinds.kind`;

function countSome(db: Database): Promise<QueueDepth[]> {
  return run<QueueDepth>(
    db,
    sql`with recursive urgent_teams(team_id) as (${teamsIn(URGENT, sql`urgent_teams`)}),
        automation_teams(team_id) as (${teamsIn(AUTOMATION_EMAILS, sql`automation_teams`)}),
        mails as (${mailsIn(URGENT, sql`urgent_teams`)}),
        automation_emails as (${mailsIn(AUTOMATION_EMAILS, sql`automation_teams`)}),
        campaigns_sending as (
          select c.team_id, c.id,
            greatest(0, c.recipients_count - c.sent_count - c.failed_count - c.unknown_count - c.withheld_count) as waiting
          from campaigns c where c.status = 'sending' and c.enqueued_at is not null limit ${MOST_TEAMS}
        ), bulk as (
          select 'campaign' as kind, coalesce(sum(c.waiting), 0)::int + (select waiting from automation_emails) as waiting,
            least(min(first.due_at), (select oldest from automation_emails)) as oldest
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
