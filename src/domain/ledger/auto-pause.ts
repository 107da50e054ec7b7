import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { notify } from '../../live/pubsub.ts';

/** Auto-pause checks a campaign once this many of its messages were sent or refused. */
const JUDGED_AFTER = 200;
/** A single complaint is no signal, and anyone can report a message to themselves. */
const FEWEST_COMPLAINTS = 2;

/** The counts of a campaign, as expressions that already include the current addition. */
interface Counts {
  /** Messages sent or refused for good since the campaign was last resumed. */
  decided: Sql;
  hardBounces: Sql;
  complaints: Sql;
}

/**
 * Assignments of an UPDATE that pauses a campaign `c` of a team `t`, with a reason, if too many messages bounced hard or
 * brought complaints. They are part of the counting statements, so that few further messages are sent. Automation e-mails
 * continue: they go to few people at a time, over years.
 */
export function autoPausing({ decided, hardBounces, complaints }: Counts): Sql {
  const exceeds = (count: Sql, limit: Sql) => sql`(${count} * 100.0 > ${limit} * (${decided}))`;
  const bounced = exceeds(hardBounces, sql`t.brake_hard_bounces`);
  const complained = sql`(${complaints} >= ${FEWEST_COMPLAINTS}::int and ${exceeds(complaints, sql`t.brake_complaints`)})`;
  const isJudged = sql`c.status = 'sending' and c.automation_id is null and ${decided} >= ${JUDGED_AFTER}::int`;
  const stops = sql`${isJudged} and (${bounced} or ${complained})`;
  // Uses ||, because PostgreSQL does not consider format() immutable.
  const reason = (count: Sql, what: string, limit: Sql) =>
    sql`(${count})::text || ' of ' || ${decided}::text || ${` messages ${what}, more than `}::text || ${limit}::text || ' percent.'`;
  return sql`status = case when ${stops} then 'paused'::"CampaignStatus" else c.status end,
    pause_reason = case when ${stops} then case when ${bounced}
        then ${reason(hardBounces, 'bounced hard', sql`t.brake_hard_bounces`)}
        else ${reason(complaints, 'brought complaints', sql`t.brake_complaints`)}
      end else c.pause_reason end`;
}

/** A hard bounce or a complaint about a message. */
export interface Trouble {
  teamId: number;
  messageId: string;
  kind: 'hard_bounce' | 'complaint';
}

/**
 * Counts these for the auto-pause of the campaigns that are being sent. These are the last locks that the caller's
 * transaction takes.
 */
export async function countForAutoPause(db: Database, troubles: readonly Trouble[]): Promise<void> {
  for (const { teams, items } of byTeam(db, troubles, teamOf)) {
    const paused = await run<{ teamId: number; id: string }>(
      db,
      sql`with numbers as materialized (
            select m.team_id, m.campaign_id, (count(*) filter (where given.kind = 'hard_bounce'))::int as bounces,
                   (count(*) filter (where given.kind = 'complaint'))::int as complaints
            from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given("teamId" int, "messageId" uuid, kind text)
            join messages m on m.team_id = given."teamId" and m.id = given."messageId" ${ofOne(teams, sql`m.team_id`)}
            where m.campaign_id is not null group by 1, 2
          ), held as materialized (
            select c.team_id, c.id from campaigns c join numbers n on n.team_id = c.team_id and n.campaign_id = c.id
            where c.status in ('sending', 'paused') ${ofOne(teams, sql`c.team_id`)}
            order by c.team_id, c.id for no key update of c
          )
          update campaigns c set brake_hard_bounces = c.brake_hard_bounces + n.bounces,
            brake_complaints = c.brake_complaints + n.complaints, ${autoPausing({
              decided: sql`(c.sent_count + c.failed_count - c.brake_from)`,
              hardBounces: sql`(c.brake_hard_bounces + n.bounces)`,
              complaints: sql`(c.brake_complaints + n.complaints)`,
            })}
          from held h join numbers n on n.team_id = h.team_id and n.campaign_id = h.id join teams t on t.id = h.team_id
          where c.team_id = h.team_id ${ofOne(teams, sql`c.team_id`)} and c.id = h.id
          returning c.team_id as "teamId", c.id::text`,
    );
    const notices = paused.map((campaign) => ({ topic: 'campaign.progressed' as const, ...campaign }));
    if (notices.length > 0) await notify(db, ...notices);
  }
}
