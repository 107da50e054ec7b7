import { run, type Sql, sql } from '../../database/connect.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { correctCounts } from './correct-counts.ts';
import { announceCampaign } from './live-campaigns.ts';

/** Figures that are counted from sales. Sales are not found by the campaign that they are credited to, but by reading all of them. */
export const OF_SALES = sql`c.what in ('orders', 'revenue')`;

/**
 * Counts the revenue of all the team's campaigns again, for which its sales are read once. Returns how many figures were wrong, by
 * campaign.
 */
export const recountSales = (scope: Scope): Promise<Map<string, number>> =>
  transaction(
    scope,
    async (scope) => {
      await lockSales(scope, { alone: true });
      const counted = sql`select id from campaigns where team_id = ${scope.team.id}::int`;
      const wrong = await correctCounts(scope, {
        rows: salesOf(scope, sql`coalesce(s.email_id, s.sender_id) in (${counted})`),
        counts: sql`${OF_SALES} and c.campaign_id in (${counted})`,
      });
      for (const id of wrong.keys()) await announceCampaign(scope, id);
      return wrong;
    },
    LONG_MS,
  );

/** Who counts the sales of all campaigns, and who those of one, must not correct the same figure by the same difference. */
export async function lockSales({ db, team }: Scope, { alone }: { alone: boolean }): Promise<void> {
  const name = `recount sales ${team.id}`;
  const lock = alone ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await run(db, sql`select ${lock}(hashtextextended(${name}::text, 0))::text`);
}

/** Selects the figures (campaign_id, what, detail, variant, count) of the sales `s` that fit. */
export const salesOf = ({ team }: Scope, which: Sql): Sql => sql`
  select coalesce(s.email_id, s.sender_id) as campaign_id, figure.what, s.currency::text as detail, coalesce(s.variant, 0) as variant,
         sum(figure.count)::bigint as count
  from sales s cross join lateral (values ('orders', 1::bigint), ('revenue', s.value - s.refunded)) figure(what, count)
  where s.team_id = ${team.id}::int and (s.email_id is not null or s.sender = 'campaign') and ${which} group by 1, 2, 3, 4`;
