import { databaseNow } from '../../database/clock.ts';
import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { hasExpired } from './abandoned.ts';
import { URGENT_KINDS } from './claim.ts';
import { isOpen, type SendWindow } from './send-window.ts';

/** An active team with messages to claim. */
export interface WaitingTeam {
  teamId: number;
  /** Whether there are messages whose lease has expired. */
  expired: boolean;
}

/** A campaign of an active team with messages to claim. */
export interface WaitingCampaign extends WaitingTeam {
  id: string;
  /** Whether a message that may have arrived is sent again. */
  repeats: boolean;
  messagesPerMinute: number | null;
}

const IS_DUE = sql`m.state in ('queued', 'deferred') and m.due_at <= now()`;

const HAS_DUE_MAIL = sql`exists (
    select from unnest(${URGENT_KINDS}) as kinds(kind) where exists (
      select from messages m where m.team_id = t.id and m.kind = kinds.kind and m.campaign_id is null and ${IS_DUE}))`;

/**
 * Finds some teams with mails or confirmations to claim, in any order. Reads and locks nothing else, so its cost does not
 * depend on where the tables are.
 */
export function findTeams(db: Database, limit: number, busy: readonly number[]): Promise<WaitingTeam[]> {
  const active = sql`t.status = 'active' and t.id <> all(${[...busy]}::int[])`;
  if (isDistributed(db)) return findTeamsAnywhere(db, active, limit);
  return run<WaitingTeam>(
    db,
    sql`${WAITING}
        select found.team_id as "teamId", bool_or(found.expired) as expired from (
          ${dueOf(active, limit)}
          union all
          select m.team_id, true as expired from messages m join teams t on t.id = m.team_id and ${active}
          where m.campaign_id is null and ${hasExpired}
        ) found group by found.team_id order by random() limit ${limit}`,
  );
}

/** Skipping does not work across machines: each reads the index entries of its due messages, all in parallel. */
const findTeamsAnywhere = (db: Database, active: Sql, limit: number): Promise<WaitingTeam[]> =>
  run<WaitingTeam>(
    db,
    sql`select m.team_id as "teamId", bool_or(${hasExpired}) as expired from messages m join teams t on t.id = m.team_id and ${active}
        where m.campaign_id is null and (${IS_DUE} or ${hasExpired})
        group by m.team_id order by random() limit ${limit}`,
  );

/** The active teams among these, with or without messages to claim. */
export const activeTeams = (db: Database, teams: readonly number[]): Promise<WaitingTeam[]> =>
  run<WaitingTeam>(
    db,
    sql`select t.id as "teamId", false as expired from teams t where t.id = any(${[...teams]}::int[]) and t.status = 'active'`,
  );

/** Skips from team to team, so that one team's long queue is not read to reach the others. */
const WAITING = sql`with recursive waiting(team_id) as (
  ${firstWaiting(empty)}
  union all
  select (${firstWaiting(sql`and m.team_id > w.team_id`)}) from waiting w where w.team_id is not null)`;

/** The first team with a waiting message, due or not, for which `more` is true. */
function firstWaiting(more: Sql): Sql {
  return sql`(select m.team_id from messages m
    where m.campaign_id is null and m.state in ('queued', 'deferred') ${more} order by m.team_id limit 1)`;
}

const dueOf = (active: Sql, limit: number): Sql => sql`(
  select t.id as team_id, false as expired from waiting w join teams t on t.id = w.team_id and ${active}
  where ${HAS_DUE_MAIL}
  order by random() limit ${limit})`;

/** Active teams with mails or confirmations to claim, on one machine. */
export const WAITING_MAILS: Sql = sql`${WAITING}
  select from waiting w join teams t on t.id = w.team_id and t.status = 'active' where ${HAS_DUE_MAIL}
  union all
  (select from messages m where m.campaign_id is null and ${hasExpired} limit 1)`;

/**
 * Campaign messages whose lease has expired. A separate query in the order of the leases: a plan made while there were few
 * messages would read all messages of each campaign at each claim.
 */
const LOST = sql`select m.team_id, m.campaign_id, m.state from messages m
  where m.campaign_id is not null and ${hasExpired} order by m.lease_until limit 5000`;

/**
 * Skips from campaign to campaign with waiting messages, due or not: automation e-mails are always in the status `sending`,
 * and most have none.
 */
const WITH_MESSAGES = sql`recursive waiting(team_id, campaign_id) as (
  ${firstOf(empty)}
  union all
  select n.team_id, n.campaign_id from waiting w
  cross join lateral ${firstOf(sql`and (m.team_id, m.campaign_id) > (w.team_id, w.campaign_id)`)} n)`;

function firstOf(more: Sql): Sql {
  return sql`(select m.team_id, m.campaign_id from messages m
    where m.campaign_id is not null and m.state in ('queued', 'deferred') ${more} order by m.team_id, m.campaign_id limit 1)`;
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

const findCampaignsHere = (db: Database, active: Sql, limit: number): Promise<Found[]> =>
  run<Found>(
    db,
    sql`with ${WITH_MESSAGES}, lost as materialized (${LOST}), found as materialized (
          select w.team_id, w.campaign_id, false as expired from waiting w
          join campaigns c on c.team_id = w.team_id and c.id = w.campaign_id
          where ${IS_SENDING} and ${hasMessage(IS_DUE)}
          union all
          select l.team_id, l.campaign_id, true from lost l
          join campaigns c on c.team_id = l.team_id and c.id = l.campaign_id
          where ${IS_SENDING} and (l.state = 'claimed' or c.repeat_unknown)
        )
        select ${COLUMNS}, bool_or(found.expired) as expired
        from found
        join campaigns c on c.team_id = found.team_id and c.id = found.campaign_id join teams t on t.id = c.team_id
        where ${active}
        group by c.team_id, c.id, t.id order by random() limit ${limit}`,
  );

/** Campaigns with messages to claim, on one machine. */
export const WAITING_CAMPAIGN_MESSAGES: Sql = sql`with ${WITH_MESSAGES}
  select from waiting w
  join campaigns c on c.team_id = w.team_id and c.id = w.campaign_id join teams t on t.id = c.team_id and t.status = 'active'
  where ${IS_SENDING} and ${hasMessage(IS_DUE)}
  union all
  select from (${LOST}) lost`;

/** Skipping does not work across machines: each checks its campaigns that are being sent, all in parallel. */
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

const IS_LOST = sql`${hasExpired} and (m.state = 'claimed' or c.repeat_unknown)`;
