import { runOnce, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { type Audience, readAudience } from './audience.ts';

/**
 * A warning if the database does not know some recipients' time zones. When sending in each recipient's time zone, the
 * team's is used for them.
 */
export async function unknownZoneIssues(scope: Scope, audience: Audience): Promise<Issue[]> {
  const [found] = await runOnce<{ count: number; zone: string | null; email: string | null }>(
    scope.db,
    sql`select count(*)::int as count, min(s.timezone) as zone, (min(array[s.timezone, s.email]))[2] as email from subscribers s
        where ${await readAudience(scope, audience)} and s.timezone is not null
          and lower(s.timezone) not in (select lower(name) from pg_timezone_names)`,
  );
  if (!found?.count) return [];
  const { count, zone, email } = found;
  const whose = count === 1 ? email : `${email} and ${count - 1} others`;
  const problem = `The time zone of ${whose} is unknown (${zone}). The team's time zone is used instead.`;
  return [{ path: ['timezone'], problem }];
}
