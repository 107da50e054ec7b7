import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { COMMON_SHARD, OF_ERASED } from '../ledger/count-for-campaigns.ts';

/**
 * Corrects campaign counts by their difference from the rows. `rows` selects (campaign_id, what, detail, variant, count);
 * `counts` limits the counts `c` to compare. Both are read in one snapshot. Returns the number of wrong counts by campaign.
 */
export async function correctCounts(
  { db, team }: Scope,
  { rows, counts }: { rows: Sql; counts: Sql },
): Promise<Map<string, number>> {
  const wrong = await run<{ id: string }>(
    db,
    sql`insert into campaign_counts as known (team_id, campaign_id, what, detail, variant, holder, count)
        select ${team.id}::int, campaign_id, what, detail, variant, ${COMMON_SHARD}::int, sum(count) from (
          select campaign_id, what, detail, variant::int, count from (${rows}) found
          union all
          select c.campaign_id, c.what, c.detail, c.variant, -c.count from campaign_counts c
          where c.team_id = ${team.id} and ${counts} and c.holder <> ${OF_ERASED}::int) difference
        group by 2, 3, 4, 5 having sum(count) <> 0 order by 2, 3, 4, 5
        on conflict (team_id, campaign_id, what, detail, variant, holder) do update set count = known.count + excluded.count
        returning campaign_id::text as id`,
  );
  const found = new Map<string, number>();
  for (const { id } of wrong) found.set(id, (found.get(id) ?? 0) + 1);
  return found;
}
