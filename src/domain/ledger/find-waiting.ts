import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { hasExpired } from './abandoned.ts';
import type { Lane } from './claim.ts';

/** An active team with messages to claim. */
export interface WaitingTeam {
  teamId: number;
  /** Whether there are messages whose lease has expired. */
  expired: boolean;
}

interface Wanted {
  limit: number;
  /** Teams whose messages are skipped. */
  busy: readonly number[];
}

/** Predicate over `m`, a message: it is to be sent, and due. */
export const IS_DUE = sql`m.state in ('queued', 'deferred') and m.due_at <= now()`;

const hasDue = ({ kinds, has }: Lane, team = sql`t.id`): Sql => sql`exists (
    select from unnest(${kinds}) as kinds(kind) where exists (
      select from messages m where m.team_id = ${team} and m.kind = kinds.kind and ${has} and ${IS_DUE}))`;

const isLost = ({ has, mayRepeat }: Lane): Sql => sql`(${has} and ${mayRepeat} and ${hasExpired})`;

/**
 * Finds some teams with messages of the lane to claim, in any order. Reads and locks nothing else, so its cost does not
 * depend on where the tables are.
 */
export function findTeams(db: Database, lane: Lane, { limit, busy }: Wanted): Promise<WaitingTeam[]> {
  const active = sql`t.status = 'active' and t.id <> all(${[...busy]}::int[])`;
  if (isDistributed(db)) return findTeamsAnywhere(db, lane, active, limit);
  return run<WaitingTeam>(
    db,
    sql`${waitingIn(lane)}
        select found.team_id as "teamId", bool_or(found.expired) as expired from (
          ${dueOf(lane, active, limit)}
          union all
          select m.team_id, true as expired from messages m join teams t on t.id = m.team_id and ${active}
          where ${isLost(lane)}
        ) found group by found.team_id order by random() limit ${limit}`,
  );
}

/** Skipping does not work across machines: each reads the index entries of its due messages, all in parallel. */
const findTeamsAnywhere = (db: Database, lane: Lane, active: Sql, limit: number): Promise<WaitingTeam[]> =>
  run<WaitingTeam>(
    db,
    sql`select m.team_id as "teamId", bool_or(${hasExpired}) as expired from messages m join teams t on t.id = m.team_id and ${active}
        where ${lane.has} and (${IS_DUE} or ${isLost(lane)})
        group by m.team_id order by random() limit ${limit}`,
  );

/** The active teams among these, with or without messages to claim. */
export const activeTeams = (db: Database, teams: readonly number[]): Promise<WaitingTeam[]> =>
  run<WaitingTeam>(
    db,
    sql`select t.id as "teamId", false as expired from teams t where t.id = any(${[...teams]}::int[]) and t.status = 'active'`,
  );

/** The active teams among these with messages of the lane to claim, whose tables may be on several machines. */
export async function findTeamsAmong(db: Database, lane: Lane, teams: readonly number[]): Promise<WaitingTeam[]> {
  const asked = teams.map((id) => {
    const team = sql`${id}::int`;
    const lost = sql`exists (select from messages m where m.team_id = ${team} and ${isLost(lane)})`;
    return run<WaitingTeam>(
      db,
      sql`select t.id as "teamId", ${lost} as expired from teams t
          where t.id = ${team} and t.status = 'active' and (${hasDue(lane, team)} or ${lost})`,
    );
  });
  return (await Promise.all(asked)).flat();
}

/** Skips from team to team, so that one team's long queue is not read to reach the others. */
const waitingIn = (lane: Lane): Sql => sql`with recursive waiting(team_id) as (
  ${firstWaiting(lane, empty)}
  union all
  select (${firstWaiting(lane, sql`and m.team_id > w.team_id`)}) from waiting w where w.team_id is not null)`;

/** The first team with a waiting message, due or not, for which `more` is true. */
const firstWaiting = ({ has }: Lane, more: Sql): Sql => sql`(select m.team_id from messages m
    where ${has} and m.state in ('queued', 'deferred') ${more} order by m.team_id limit 1)`;

const dueOf = (lane: Lane, active: Sql, limit: number): Sql => sql`(
  select t.id as team_id, false as expired from waiting w join teams t on t.id = w.team_id and ${active}
  where ${hasDue(lane)}
  order by random() limit ${limit})`;

/** Active teams with messages of the lane to claim, on one machine. */
export const waitingMails = (lane: Lane): Sql => sql`${waitingIn(lane)}
  select from waiting w join teams t on t.id = w.team_id and t.status = 'active' where ${hasDue(lane)}
  union all
  (select from messages m where ${isLost(lane)} limit 1)`;
