import { byTeam, ofTeams, teamIn, teamOf } from '../../database/by-team.ts';
import { databaseNow } from '../../database/clock.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { hasExpired } from './abandoned.ts';
import { IS_DUE, type WaitingTeam } from './find-waiting.ts';
import { isOpen, type SendWindow } from './send-window.ts';

/** A campaign of an active team with messages to claim. */
export interface WaitingCampaign extends WaitingTeam {
  id: string;
  /** Whether a message that may have arrived is sent again. */
  repeats: boolean;
  messagesPerMinute: number | null;
}

type Found = WaitingCampaign & SendWindow;

const IS_SENDING = sql`c.status = 'sending' and c.enqueued_at is not null`;

const COLUMNS = sql`c.team_id as "teamId", c.id::text, c.repeat_unknown as repeats, c.messages_per_minute as "messagesPerMinute",
               c.send_from as "sendFrom", c.send_to as "sendTo", t.timezone`;

/** A message of `c` is due. `team`: the team of `c`. */
const hasDue = (team: Sql): Sql => sql`exists (
            select 1 from messages m
            where m.team_id = ${team} and m.campaign_id = c.id and m.campaign_id is not null and ${IS_DUE})`;

const IS_LOST = sql`m.kind = 'campaign' and ${hasExpired}`;

/**
 * Finds some campaigns that have messages to claim and may send now, in any order. `of`: only of these teams, whose tables may
 * be on several machines.
 */
export async function findCampaigns(
  db: Database,
  { limit, busy, of }: { limit: number; busy: readonly number[]; of?: readonly number[] },
): Promise<WaitingCampaign[]> {
  const active = sql`t.status = 'active' and t.id <> all(${[...busy]}::int[])`;
  const teams = of?.map((teamId) => ({ teamId }));
  const portions = teams ? byTeam(db, teams, teamOf).map(({ items }) => items) : [undefined];
  const found = await Promise.all(portions.map((rows) => findSome(db, active, limit, rows)));
  return found.flat().filter((campaign) => isOpen(campaign, databaseNow(db)));
}

/**
 * `rows`: only of these teams. Lost messages are grouped, so that they are read once and in the order of their leases: a plan made
 * while there were few messages would read all messages of each campaign at each claim.
 */
function findSome(db: Database, active: Sql, limit: number, rows?: readonly { teamId: number }[]): Promise<Found[]> {
  const isOfThese = (column: Sql) => (rows ? ofTeams(column, rows) : sql`true`);
  return run<Found>(
    db,
    sql`select ${COLUMNS}, lost.team_id is not null as expired
        from campaigns c join teams t on t.id = c.team_id
        left join (
          select m.team_id, m.campaign_id, bool_or(m.state = 'claimed') as "areClaimed" from messages m
          where ${isOfThese(sql`m.team_id`)} and ${IS_LOST} group by m.team_id, m.campaign_id
        ) lost on lost.team_id = c.team_id and lost.campaign_id = c.id and (lost."areClaimed" or c.repeat_unknown)
        where ${active} and ${isOfThese(sql`c.team_id`)} and ${IS_SENDING}
          and (lost.team_id is not null or ${hasDue(rows ? teamIn(sql`c.team_id`, rows) : sql`c.team_id`)})
        order by random() limit ${limit}`,
  );
}

/** Campaigns with messages to claim. */
export const WAITING_CAMPAIGNS: Sql = sql`
  select from campaigns c join teams t on t.id = c.team_id and t.status = 'active'
  where ${IS_SENDING} and ${hasDue(sql`c.team_id`)}
  union all
  select from messages m where ${IS_LOST}`;
