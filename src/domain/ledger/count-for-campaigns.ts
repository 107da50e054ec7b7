import { byTeam, teamOf } from '../../database/by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';

/** An addition to a figure of a campaign's report. */
export interface CampaignCount {
  teamId: number;
  campaign: string;
  /** The figure. Each is written by one kind of writer only, which rules out deadlocks. */
  what: string;
  /** The reason, currency, domain, hour or link. Empty: not applicable. */
  detail?: string;
  /** 0: none. */
  variant: number;
  /** The shard of the figure: the number of the writing process, or one of those below. */
  holder: number;
  count: number;
}

/** The shard for rare events and for corrections. */
export const COMMON_SHARD = 0;

/** The shard for figures of erased people: their rows are gone, so a recount cannot count them. */
export const OF_ERASED = -1;

const SHARDS = 16;

/**
 * The shard for one statement of a writer without its own number. Two at the same moment rarely get the same, and then
 * wait for one commit.
 */
export const randomShard = (): number => 1 + Math.floor(Math.random() * SHARDS);

/** The end of a statement that adds `rows` (campaign_id, what, detail, variant, holder, count), in key order. */
export const addCounts = (teamId: Sql, rows: Sql): Sql => sql`
  insert into campaign_counts as known (team_id, campaign_id, what, detail, variant, holder, count)
  select ${teamId}, campaign_id, what, detail, variant, holder, sum(count)
  from (${rows}) added group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (team_id, campaign_id, what, detail, variant, holder) do update set count = known.count + excluded.count`;

/** Adds to figures of existing campaigns, with one statement for each team, in the caller's transaction. */
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
