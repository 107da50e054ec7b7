import { byTeam, ofTeams, teamIn, teamOf } from '../../database/by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { distinctKeys } from '../../database/distinct-keys.ts';
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

/** Predicate over `m`, a message: it is to be sent, now or after a wait. */
export const IS_WAITING = sql`m.state in ('queued', 'deferred')`;

/** Predicate over `m`, a message: it is to be sent, and due. */
export const IS_DUE = sql`${IS_WAITING} and m.due_at <= now()`;

const isLost = ({ has, mayRepeat }: Lane): Sql => sql`(${has} and ${mayRepeat} and ${hasExpired})`;

/** The teams with waiting messages of the lane for which `where` is true, as a subquery. */
export const teamsWithMessages = (db: Database, { has }: Lane, where?: Sql): Sql =>
  distinctKeys(db, {
    rows: sql`messages m`,
    keys: { team_id: sql`m.team_id` },
    indexed: sql`${has} and ${IS_WAITING}`,
    where,
  });

/** The teams with messages of the lane to claim, as a subquery. Active or not, and a team may come twice. */
const waitingTeams = (db: Database, lane: Lane): Sql => sql`(
          select due.team_id, false as expired
          from ${teamsWithMessages(db, lane, sql`m.kind = any(${lane.kinds}) and m.due_at <= now()`)} due
          union all
          select m.team_id, true from messages m where ${isLost(lane)})`;

/** Finds some teams with messages of the lane to claim, in any order. Reads and locks nothing else. */
export const findTeams = (db: Database, lane: Lane, { limit, busy }: Wanted): Promise<WaitingTeam[]> =>
  run<WaitingTeam>(
    db,
    sql`select w.team_id as "teamId", bool_or(w.expired) as expired
        from ${waitingTeams(db, lane)} w join teams t on t.id = w.team_id
        where t.status = 'active' and t.id <> all(${[...busy]}::int[])
        group by w.team_id order by random() limit ${limit}`,
  );

/** Active teams with messages of the lane to claim, as a statement. */
export const waitingMails = (db: Database, lane: Lane): Sql =>
  sql`select from ${waitingTeams(db, lane)} w join teams t on t.id = w.team_id and t.status = 'active'`;

/** The active teams among these, with or without messages to claim. */
export const activeTeams = (db: Database, teams: readonly number[]): Promise<WaitingTeam[]> =>
  run<WaitingTeam>(
    db,
    sql`select t.id as "teamId", false as expired from teams t where t.id = any(${[...teams]}::int[]) and t.status = 'active'`,
  );

/** The active teams among these with messages of the lane to claim, whose tables may be on several machines. */
export async function findTeamsAmong(db: Database, lane: Lane, teams: readonly number[]): Promise<WaitingTeam[]> {
  const { kinds, has } = lane;
  const rows = teams.map((teamId) => ({ teamId }));
  const found = byTeam(db, rows, teamOf).map(({ items }) => {
    const team = teamIn(sql`t.id`, items);
    const lost = sql`exists (select 1 from messages m where m.team_id = ${team} and ${isLost(lane)})`;
    const due = sql`exists (
            select 1 from messages m where m.team_id = ${team} and m.kind = any(${kinds}) and ${has} and ${IS_DUE})`;
    return run<WaitingTeam>(
      db,
      sql`select t.id as "teamId", ${lost} as expired from teams t
          where ${ofTeams(sql`t.id`, items)} and t.status = 'active' and (${due} or ${lost})`,
    );
  });
  return (await Promise.all(found)).flat();
}
