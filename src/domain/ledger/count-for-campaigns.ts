import { byTeam, teamOf } from '../../database/by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';

/** An addition to a figure of a campaign's report. */
export interface CampaignCount {
  teamId: number;
  campaign: string;
  /** The figure. Each is written by one kind of writer alone, so that no two wait for each other in a circle. */
  what: string;
  /** Of which reason, currency, domain, hour or link. Empty: the figure has none. */
  detail?: string;
  /** 0: none. */
  variant: number;
  holder: number;
  count: number;
}

/** The holder of what rarely comes, and of corrections. */
export const NO_HOLDER = 0;

/** The holder of what went with people who were erased: the rows that a recount would count are gone. */
export const OF_ERASED = -1;

const SHARDS = 16;

/**
 * The holder for one statement of a writer that has no number of its own. Two at the same moment seldom get the same, and
 * then wait for one commit.
 */
export const anyHolder = (): number => 1 + Math.floor(Math.random() * SHARDS);

/** The end of a statement that adds `rows` (campaign_id, what, detail, variant, holder, count), in the order of the keys. */
export const addCounts = (teamId: Sql, rows: Sql): Sql => sql`
  insert into campaign_counts as known (team_id, campaign_id, what, detail, variant, holder, count)
  select ${teamId}, campaign_id, what, detail, variant, holder, sum(count)
  from (${rows}) added group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (team_id, campaign_id, what, detail, variant, holder) do update set count = known.count + excluded.count`;

/** Adds to figures of campaigns that are there, in one statement a team, in the caller's transaction. */
export async function countForCampaigns(db: Database, counts: readonly CampaignCount[]): Promise<void> {
  for (const { teams, items } of byTeam(db, counts, teamOf)) {
    for (const teamId of teams.toSorted((a, b) => a - b)) {
      const given = items.filter((one) => one.teamId === teamId);
      const rows = sql`
        select campaign as campaign_id, what, coalesce(detail, '') as detail, variant, holder, count
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as given(campaign uuid, what text, detail text, variant smallint, holder int, count bigint)`;
      await run(db, addCounts(sql`${teamId}::int`, rows));
    }
  }
}
