import { run, type Sql, sql } from '../../database/connect.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { correctCounts } from './correct-counts.ts';
import { announceCampaign } from './live-campaigns.ts';

/** Figures counted from sales. Sales have no index by campaign, so all of them must be read. */
export const OF_SALES = sql`c.what in ('orders', 'revenue')`;

/**
 * Recounts the revenue of all the team's campaigns and automation e-mails, reading its sales once. Returns the number of
 * wrong figures by their ids.
 */
export const recountSales = (scope: Scope): Promise<Map<string, number>> =>
  transaction(
    scope,
    async (scope) => {
      await lockSales(scope, { alone: true });
      const counted = sql`select id from mailings where team_id = ${scope.team.id}::int`;
      const wrong = await correctCounts(scope, {
        rows: salesOf(scope, sql`coalesce(s.email_id, s.sender_id) in (${counted})`),
        counts: sql`${OF_SALES} and c.campaign_id in (${counted})`,
      });
      for (const id of wrong.keys()) await announceCampaign(scope, id);
      return wrong;
    },
    LONG_MS,
  );

/** A recount of all campaigns' sales and one of a single campaign must not correct the same figure twice. */
export async function lockSales({ db, team }: Scope, { alone }: { alone: boolean }): Promise<void> {
  const name = `recount sales ${team.id}`;
  const lock = alone ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await run(db, sql`select ${lock}(hashtextextended(${name}::text, 0))::text`);
}

/** Selects the figures (campaign_id, what, detail, variant, count) of the matching sales `s`. */
export const salesOf = ({ team }: Scope, which: Sql): Sql => sql`
  select coalesce(s.email_id, s.sender_id) as campaign_id, figure.what, s.currency::text as detail, coalesce(s.variant, 0) as variant,
         sum(figure.count)::bigint as count
  from sales s cross join lateral (values ('orders', 1::bigint), ('revenue', s.value - s.refunded)) figure(what, count)
  where s.team_id = ${team.id}::int and (s.email_id is not null or s.sender = 'campaign') and ${which} group by 1, 2, 3, 4`;
