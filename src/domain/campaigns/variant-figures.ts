import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** What became of the messages with one variant of a campaign. */
export interface VariantFigures {
  /** Counted from 1. */
  variant: number;
  /** Messages that were sent and did not bounce for good. */
  delivered: number;
  /** Of the delivered ones, those that a human opened. */
  opens: number;
  /** Of the delivered ones, those in which a human clicked. */
  clicks: number;
  /**
   * Of the sales credited to the campaign, less refunds, in the currency that most of them have: that of the people
   * whose messages were delivered. In the smallest unit of the currency.
   */
  revenue: number;
}

/**
 * The figures of each variant of a campaign with a test, in their order, from the rows: of those messages alone that carry a
 * variant. People are brought together by grouping, not by joins: right after a sample was sent PostgreSQL knows little of the
 * new rows, and would compare each with each.
 */
export const readVariantFigures = ({ db, team }: Scope, campaignId: string): Promise<VariantFigures[]> =>
  run<VariantFigures>(
    db,
    sql`with reacted as materialized (
          select t.person_key, bool_or(t.kind = 'open') as opened, bool_or(t.kind = 'click') as clicked
          from touches t
          where t.team_id = ${team.id} and t.sender_id = ${campaignId}::uuid and t.sender = 'campaign'
          group by t.person_key
        ), sold as materialized (
          select s.person_key, s.currency, count(*) as orders, sum(s.value - s.refunded) as revenue
          from reacted r join sales s on s.person_key = r.person_key
          where s.team_id = ${team.id} and s.sender = 'campaign' and s.sender_id = ${campaignId}::uuid
          group by s.person_key, s.currency
        ), usual as (
          select currency from sold group by currency order by sum(orders) desc, currency limit 1
        ), known as (
          select m.person_key, m.variant::int as variant, false as opened, false as clicked, 0 as revenue from messages m
          where m.team_id = ${team.id} and m.campaign_id = ${campaignId}::uuid and m.variant is not null and m.state = 'sent'
            and not exists (select from feedback f
              where f.team_id = ${team.id} and f.message_id = m.id and f.kind = 'hard_bounce')
          union all
          select person_key, null, opened, clicked, 0 from reacted
          union all
          select person_key, null, false, false, revenue from sold where currency = (select currency from usual)
        ), reached as (
          select max(variant) as variant, bool_or(opened) as opened, bool_or(clicked) as clicked, sum(revenue) as revenue
          from known group by person_key
        ), counted as (
          select variant, count(*)::int as delivered, count(*) filter (where opened)::int as opens,
            count(*) filter (where clicked)::int as clicks, sum(revenue)::float8 as revenue
          from reached where variant is not null group by variant
        )
        select v.number::int as variant, coalesce(n.delivered, 0) as delivered, coalesce(n.opens, 0) as opens,
          coalesce(n.clicks, 0) as clicks, coalesce(n.revenue, 0) as revenue
        from campaigns c
        cross join lateral generate_series(1, jsonb_array_length(c.test -> 'variants')) as v(number)
        left join counted n on n.variant = v.number
        where c.team_id = ${team.id} and c.id = ${campaignId}::uuid order by v.number`,
  );
