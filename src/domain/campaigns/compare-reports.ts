import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { countReactions } from '../ledger/count-reactions.ts';
import type { ReportRates } from './report-figures.ts';

/** The usual results of a team: medians of the last campaigns that were sent before a campaign. */
export interface Comparison {
  /** The number of campaigns compared with, ten at most. */
  campaigns: number;
  /** Null without such campaigns. */
  rates: ReportRates | null;
  /** By currency of those campaigns. A campaign without sales in a currency counts as zero. */
  revenuePerRecipient: RecipientRevenue[];
}

/** Revenue per delivered message, in the smallest unit of its currency, with decimals. */
export interface RecipientRevenue {
  currency: string;
  amount: number;
}

const CAMPAIGNS = 10;

const COUNTED = ['opened', 'clicked', 'unsubscribed', 'bounced', 'complained', 'revenue'];

/** A rate as a report rounds and limits it (report-figures.ts). */
const rate = (part: Sql, whole: Sql): Sql =>
  sql`case when ${whole} > 0 then least(1, round((${part} / ${whole})::numeric, 6))::float8 else 0 end`;

const median = (value: Sql): Sql => sql`percentile_cont(0.5) within group (order by ${value})`;

type Row = Omit<Comparison, 'rates'> & ReportRates & { id: string };

/**
 * The comparisons of the team's campaigns with these ids, in their order. Undefined for unknown ids. One statement, which reads
 * only counts, so the size of the campaigns does not matter.
 */
export async function compareReports(scope: Scope, ids: readonly string[]): Promise<(Comparison | undefined)[]> {
  await countReactions(scope);
  const rows = await readMedians(scope, ids);
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return undefined;
    const { id: _, campaigns, revenuePerRecipient, ...rates } = row;
    return { campaigns, rates: campaigns > 0 ? rates : null, revenuePerRecipient };
  });
}

const readMedians = ({ db, team }: Scope, ids: readonly string[]): Promise<Row[]> =>
  run<Row>(
    db,
    sql`with previous as (
          select mine.id as mine, c.id, c.sent_count::float8 as sent
          from campaigns mine
          cross join lateral (
            select id, sent_count from campaigns
            where team_id = ${team.id} and status = 'sent' and sent_count > 0 and started_at < mine.started_at
            order by started_at desc, id desc limit ${CAMPAIGNS}::int) c
          where mine.team_id = ${team.id} and mine.id = any(${[...ids]}::uuid[])),
        sums as (
          select p.id, c.what, c.detail, sum(c.count)::float8 as count
          from (select distinct id from previous) p
          join campaign_counts c on c.team_id = ${team.id} and c.campaign_id = p.id and c.what = any(${COUNTED}::text[])
          group by p.id, c.what, c.detail),
        figures as (
          select p.mine, p.id, p.sent, greatest(0, p.sent - coalesce(sum(s.count) filter (where s.what = 'bounced'), 0)) as delivered,
                 coalesce(sum(s.count) filter (where s.what = 'bounced'), 0) as bounced,
                 coalesce(sum(s.count) filter (where s.what = 'opened'), 0) as opened,
                 coalesce(sum(s.count) filter (where s.what = 'clicked'), 0) as clicked,
                 coalesce(sum(s.count) filter (where s.what = 'unsubscribed'), 0) as unsubscribed,
                 coalesce(sum(s.count) filter (where s.what = 'complained'), 0) as complained
          from previous p left join sums s on s.id = p.id group by p.mine, p.id, p.sent),
        money as (
          select f.mine, k.currency, ${median(sql`case when f.delivered > 0 then coalesce(s.count, 0) / f.delivered else 0 end`)} as amount
          from figures f
          join (select distinct f.mine, s.detail as currency from figures f join sums s on s.id = f.id and s.what = 'revenue') k
            on k.mine = f.mine
          left join sums s on s.id = f.id and s.what = 'revenue' and s.detail = k.currency
          group by f.mine, k.currency)
        select mine.id::text as id, count(f.id)::int as campaigns,
               ${median(rate(sql`f.opened`, sql`f.delivered`))} as open,
               ${median(rate(sql`f.clicked`, sql`f.delivered`))} as click,
               ${median(rate(sql`f.clicked`, sql`f.opened`))} as "clickToOpen",
               ${median(rate(sql`f.unsubscribed`, sql`f.delivered`))} as unsubscribe,
               ${median(rate(sql`f.bounced`, sql`f.sent`))} as bounce,
               ${median(rate(sql`f.complained`, sql`f.delivered`))} as complaint,
               coalesce((select jsonb_agg(jsonb_build_object('currency', m.currency, 'amount', m.amount) order by m.currency)
                         from money m where m.mine = mine.id), '[]') as "revenuePerRecipient"
        from campaigns mine left join figures f on f.mine = mine.id
        where mine.team_id = ${team.id} and mine.id = any(${[...ids]}::uuid[])
        group by mine.id`,
  );
