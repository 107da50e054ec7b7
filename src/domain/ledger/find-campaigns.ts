import { databaseNow } from '../../database/clock.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
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

/** `team`: the team of `c`. By a value, a distributed database finds the machine; by a column it asks all of them. */
const hasMessage = (which: Sql, team = sql`c.team_id`): Sql => sql`exists (
            select 1 from messages m
            where m.team_id = ${team} and m.campaign_id = c.id and m.campaign_id is not null and ${which})`;

/** Finds some campaigns that have messages to claim and may send now, in any order. `of`: only of these teams. */
export async function findCampaigns(
  db: Database,
  { limit, busy, of }: { limit: number; busy: readonly number[]; of?: readonly number[] },
): Promise<WaitingCampaign[]> {
  const active = sql`t.status = 'active' and t.id <> all(${[...busy]}::int[])`;
  const found = of
    ? await Promise.all(of.map((team) => findCampaignsOf(db, sql`${team}::int`, limit)))
    : [await (isDistributed(db) ? findCampaignsAnywhere : findCampaignsHere)(db, active, limit)];
  return found.flat().filter((campaign) => isOpen(campaign, databaseNow(db)));
}

/**
 * Campaign messages whose lease has expired. A separate query in the order of the leases: a plan made while there were few
 * messages would read all messages of each campaign at each claim.
 */
const LOST = sql`select m.team_id, m.campaign_id, m.state from messages m
  where m.kind = 'campaign' and ${hasExpired} order by m.lease_until limit 5000`;

const findCampaignsHere = (db: Database, active: Sql, limit: number): Promise<Found[]> =>
  run<Found>(
    db,
    sql`with lost as materialized (${LOST}), found as materialized (
          select c.team_id, c.id, false as expired from campaigns c where ${IS_SENDING} and ${hasMessage(IS_DUE)}
          union all
          select c.team_id, c.id, true from lost l join campaigns c on c.team_id = l.team_id and c.id = l.campaign_id
          where ${IS_SENDING} and (l.state = 'claimed' or c.repeat_unknown)
        )
        select ${COLUMNS}, bool_or(found.expired) as expired
        from found join campaigns c on c.team_id = found.team_id and c.id = found.id join teams t on t.id = c.team_id
        where ${active}
        group by c.team_id, c.id, t.id order by random() limit ${limit}`,
  );

/** Campaigns with messages to claim, on one machine. */
export const WAITING_CAMPAIGNS: Sql = sql`
  select from campaigns c join teams t on t.id = c.team_id and t.status = 'active' where ${IS_SENDING} and ${hasMessage(IS_DUE)}
  union all
  select from (${LOST}) lost`;

const IS_LOST = sql`${hasExpired} and (m.state = 'claimed' or c.repeat_unknown)`;

/** Each machine checks its campaigns that are being sent, all in parallel. */
const findCampaignsAnywhere = (db: Database, active: Sql, limit: number): Promise<Found[]> =>
  run<Found>(
    db,
    sql`select ${COLUMNS}, ${hasMessage(IS_LOST)} as expired
        from campaigns c join teams t on t.id = c.team_id
        where ${active} and ${IS_SENDING} and (${hasMessage(IS_DUE)} or ${hasMessage(IS_LOST)})
        order by random() limit ${limit}`,
  );

const findCampaignsOf = (db: Database, team: Sql, limit: number): Promise<Found[]> =>
  run<Found>(
    db,
    sql`select ${COLUMNS}, ${hasMessage(IS_LOST, team)} as expired
        from campaigns c join teams t on t.id = c.team_id
        where c.team_id = ${team} and t.id = ${team} and t.status = 'active' and ${IS_SENDING}
          and (${hasMessage(IS_DUE, team)} or ${hasMessage(IS_LOST, team)})
        order by random() limit ${limit}`,
  );
