import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { AUTOMATION_EMAILS, type Lane, URGENT } from './claim.ts';
import { IS_WAITING, teamsWithMessages } from './find-waiting.ts';

/** The waiting messages of one kind, over all teams. */
export interface QueueDepth {
  /** Automation e-mails are among those of campaigns. */
  kind: 'transactional' | 'confirmation' | 'data_request' | 'campaign';
  /** Messages to be sent, now or after a wait. */
  waiting: number;
  /** Seconds since the oldest unclaimed message was due; 0 if none is due. */
  oldestDueSeconds: number;
}

const KINDS = ['transactional', 'confirmation', 'data_request', 'campaign'] as const;

/** For each team and kind. Counting stops here, so that a long queue costs no more. */
const MOST_COUNTED = 10_000;
const MOST_TEAMS = 1_000;
/** Statements for a portion of the teams. */
const AT_ONCE = 8;

/**
 * The number of waiting messages, and their longest wait. First finds the teams with messages, then reads a bounded number of
 * index entries of each, however long its queue.
 */
export async function readQueueDepths(db: Database): Promise<QueueDepth[]> {
  const portions = byTeam(db, await findTeams(db), teamOf);
  const depths: QueueDepth[] = [];
  for (let at = 0; at < portions.length; at += AT_ONCE) {
    const some = portions.slice(at, at + AT_ONCE).map(({ teams }) => countOf(db, teams));
    depths.push(...(await Promise.all(some)).flat());
  }
  return KINDS.map((kind) => {
    const these = depths.filter((depth) => depth.kind === kind);
    return {
      kind,
      waiting: these.reduce((sum, { waiting }) => sum + waiting, 0),
      oldestDueSeconds: Math.max(0, ...these.map(({ oldestDueSeconds }) => oldestDueSeconds)),
    };
  });
}

const IS_SENDING = sql`c.status = 'sending' and c.enqueued_at is not null`;

const findTeams = (db: Database): Promise<{ teamId: number }[]> =>
  run(
    db,
    sql`select w.team_id as "teamId" from (
          select urgent.team_id from ${teamsWithMessages(db, URGENT)} urgent
          union select automations.team_id from ${teamsWithMessages(db, AUTOMATION_EMAILS)} automations
          union select c.team_id from campaigns c where ${IS_SENDING}) w limit ${MOST_TEAMS}`,
  );

/** The waiting messages of the lane, by kind. */
const countIn = ({ kinds, has }: Lane, teams: readonly number[]): Sql => sql`
          select kinds.kind::text as kind, sum(few.waiting) as waiting, min(few.oldest) as oldest
          from unnest(${kinds}) as kinds(kind) cross join unnest(${teams}::int[]) as w(team_id)
          cross join lateral (
            select count(*) as waiting, min(due.due_at) as oldest from (
              select m.due_at from messages m
              where m.team_id = w.team_id ${ofOne(teams, sql`m.team_id`)} and m.kind = kinds.kind and ${has} and ${IS_WAITING}
              order by m.due_at limit ${MOST_COUNTED}) due) few
          group by kinds.kind`;

/** `teams`: of one portion. A kind may come twice. */
const countOf = (db: Database, teams: readonly number[]): Promise<QueueDepth[]> =>
  run<QueueDepth>(
    db,
    sql`select case when kind = 'automation' then 'campaign' else kind end as kind, coalesce(waiting, 0)::int as waiting,
          greatest(0, coalesce(extract(epoch from now() - oldest), 0))::float8 as "oldestDueSeconds"
        from (
          ${countIn(URGENT, teams)}
          union all ${countIn(AUTOMATION_EMAILS, teams)}
          union all
          select 'campaign',
            sum(greatest(0, c.recipients_count - c.sent_count - c.failed_count - c.unknown_count - c.withheld_count)),
            min(first.due_at)
          from campaigns c
          left join lateral (
            select m.due_at from messages m
            where m.team_id = c.team_id ${ofOne(teams, sql`m.team_id`)} and m.campaign_id = c.id and m.campaign_id is not null
              and ${IS_WAITING}
            order by m.due_at limit 1) first on true
          where c.team_id = any(${teams}::int[]) ${ofOne(teams, sql`c.team_id`)} and ${IS_SENDING}
        ) depths`,
  );
