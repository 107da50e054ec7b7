import { runOnce, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Campaign, Team } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { type Audience, readAudience } from './audience.ts';
import { abTestOf, decidesAfter } from './variants.ts';

/** An issue when the rule of an A/B test would compare figures that are not tracked. */
export function undecidableIssues(
  campaign: Pick<Campaign, 'test' | 'tracking'>,
  { trackOpens, trackClicks }: Pick<Team, 'trackOpens' | 'trackClicks'>,
): Issue[] {
  const test = abTestOf(campaign);
  if (!test || test.by === 'manual' || decidesAfter(test) === null) return [];
  const counted = { opens: trackOpens, clicks: trackClicks, revenue: trackOpens || trackClicks };
  if (campaign.tracking && counted[test.by]) return [];
  const needed = NEEDED[test.by];
  const where = campaign.tracking ? 'for the team' : 'for the campaign';
  return [
    {
      path: ['abTest', 'by'],
      problem: `cannot be "${test.by}", because ${needed} are not tracked ${where}. Turn on tracking, or choose another rule.`,
    },
  ];
}

const NEEDED = { opens: 'opens', clicks: 'clicks', revenue: 'opens and clicks' } as const;

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
