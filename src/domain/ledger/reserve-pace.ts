import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import type { WaitingCampaign } from './find-campaigns.ts';

/** Unused capacity of this many seconds can be made up for. At least one message. */
const BURST_SECONDS = 2;

/** A campaign, and how many of its messages may be sent now. */
export interface Paced {
  campaign: WaitingCampaign;
  granted: number;
}

/**
 * Reserves messages from the capacity of campaigns with `messages_per_minute`, which all processes share. Each message uses
 * its part of a minute; at `paced_until` the used part has passed (generic cell rate algorithm).
 */
export async function reservePace(
  db: Database,
  campaigns: readonly WaitingCampaign[],
  wanted: number,
): Promise<Paced[]> {
  const reserved = byTeam(db, campaigns, teamOf).map(async ({ teams, items }): Promise<Paced[]> => {
    const rows = await run<{ id: string; granted: number }>(
      db,
      sql`with held as (
            select c.team_id, c.id, 60.0 / c.messages_per_minute as seconds, now() as at, c.paced_until as until
            from campaigns c
            where c.team_id = any(${teams}::int[]) ${ofOne(teams, sql`c.team_id`)}
              and c.id = any(${items.map(({ id }) => id)}::uuid[]) and c.messages_per_minute is not null
            order by c.team_id, c.id for no key update of c
          ), used as (
            select *, greatest(until, at - make_interval(secs => greatest(${BURST_SECONDS}, seconds)::float8)) as used from held
          ), counted as (
            select *, greatest(0, least(${wanted}::int, floor(extract(epoch from at - used) / seconds)::int)) as granted from used
          ), granted as (
            select *, used + make_interval(secs => (granted * seconds)::float8) as next from counted
          )
          update campaigns c set paced_until = g.next
          from granted g
          where c.team_id = g.team_id ${ofOne(teams, sql`c.team_id`)} and c.id = g.id and g.granted > 0
          returning c.id::text, g.granted`,
    );
    const granted = new Map(rows.map((row) => [row.id, row.granted]));
    return items.map((campaign) => ({ campaign, granted: granted.get(campaign.id) ?? 0 }));
  });
  return (await Promise.all(reserved)).flat();
}
