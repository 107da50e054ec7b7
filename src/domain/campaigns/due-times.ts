import { empty, run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { Campaign } from './campaigns.ts';
import { timesIn, type ZoneTime, zoneTable } from './local-times.ts';
import { RECIPIENT } from './schedule.ts';

/** When the messages of a campaign are due: an expression over `s`, a subscriber, and the join it needs. */
export interface DueTimes {
  at: Sql;
  join: Sql;
  /** The due time if there are no recipients. */
  ours: Date;
}

/** At once, or at the local time in each recipient's own time zone or the team's. A past time is due at once. */
export async function readDueTimes(
  scope: Scope,
  { timezone, scheduledFor }: Pick<Campaign, 'timezone' | 'scheduledFor'>,
): Promise<DueTimes> {
  if (timezone !== RECIPIENT || scheduledFor === null) return { at: sql`now()`, join: empty, ours: scope.now() };
  const times = await timesIn(scope.db, scheduledFor);
  const ours = await timeOfTeam(scope, times);
  return {
    at: sql`coalesce(z.at, ${ours}::timestamptz)`,
    join: sql`left join ${zoneTable(times, sql`z`)} on z.zone = lower(s.timezone)`,
    ours,
  };
}

async function timeOfTeam({ db, team }: Scope, times: readonly ZoneTime[]): Promise<Date> {
  const [row] = await run<{ at: Date }>(
    db,
    sql`select o.at from teams t join ${zoneTable(times, sql`o`)} on o.zone in (lower(t.timezone), 'utc')
        where t.id = ${team.id} order by o.zone = lower(t.timezone) desc limit 1`,
  );
  return row!.at;
}
