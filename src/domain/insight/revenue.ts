import { z } from 'zod';
import { run, type Sql, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';

export const REVENUE_GROUPS = ['day', 'campaign', 'automation', 'template', 'currency', 'origin'] as const;
type GroupBy = (typeof REVENUE_GROUPS)[number];

export interface Revenue {
  currency: string;
  /** In the smallest unit of the currency. */
  revenue: number;
  orders: number;
}

export interface RevenueReport {
  from: Date;
  to: Date;
  groupBy: GroupBy;
  groups: (Revenue & { group: string })[];
  totals: Revenue[];
}

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MAX_DAYS = 3_660;
/** Beyond this number the groups with the least revenue (of days: the oldest) are left out. */
const MAX_GROUPS = 1_000;

const filters = record({
  from: boundary(0).nullish(),
  to: boundary(DAY_MS).nullish(),
  groupBy: oneOf(REVENUE_GROUPS).nullish(),
});

/** A date-time, or a day in UTC: `from` a day means its start, `to` a day includes it. */
function boundary(beyond: number) {
  const day = z.iso.date().transform((text) => new Date(Date.parse(text) + beyond));
  return z.union([day, dateTime()], { error: 'must be a date or a valid date-time (RFC 3339).' });
}

/**
 * Reports the sales, less their refunds, from `from` until before `to`, by default of the last 30 days. By day (UTC), by currency and by
 * origin all sales count; by campaign, automation and template only those credited to one. Throws ValidationError.
 */
export async function readRevenue(scope: Scope, given: unknown): Promise<RevenueReport> {
  const { groupBy: chosen, ...period } = parse(filters, given);
  const groupBy = chosen ?? 'day';
  const to = period.to ?? scope.now();
  const from = period.from ?? new Date(to.getTime() - USUAL_DAYS * DAY_MS);
  if (from >= to) throw new ValidationError([{ path: ['to'], problem: 'must be after from.' }]);
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new ValidationError([{ path: ['from'], problem: `must be at most ${MAX_DAYS} days before to.` }]);
  }
  const rows = await run<Revenue & { group: string | null; total: boolean }>(
    scope.db,
    sql`with sold as (
          select ${GROUP[groupBy]} as "group", s.currency, s.value - s.refunded as value
          from sales s ${groupBy === 'template' ? TEMPLATES : sql``}
          where s.team_id = ${scope.team.id}::int
            and s.occurred_at >= ${from}::timestamptz and s.occurred_at < ${to}::timestamptz
        ), added as (
          select "group", currency, sum(value)::float8 as revenue, count(*)::float8 as orders,
                 grouping("group") = 1 as total
          from sold where "group" is not null group by grouping sets (("group", currency), (currency))
        )
        (select * from added where total)
        union all (select * from added where not total order by ${groupBy === 'day' ? sql`"group"` : sql`revenue`} desc limit ${MAX_GROUPS})
        order by total desc, "group", currency`,
  );
  const pick = ({ currency, revenue, orders }: Revenue): Revenue => ({ currency, revenue, orders });
  return {
    ...{ from, to, groupBy },
    groups: rows.flatMap(({ total, group, ...row }) => (total || group === null ? [] : [{ group, ...pick(row) }])),
    totals: rows.filter(({ total }) => total).map(pick),
  };
}

const creditedTo = (kind: 'campaign' | 'automation'): Sql =>
  sql`case when s.sender = ${kind}::"SenderKind" then s.sender_id::text end`;

const GROUP: Record<GroupBy, Sql> = {
  day: sql`to_char(s.occurred_at at time zone 'UTC', 'YYYY-MM-DD')`,
  campaign: creditedTo('campaign'),
  automation: creditedTo('automation'),
  template: sql`nullif(m.template, '')`,
  currency: sql`s.currency::text`,
  origin: sql`coalesce(s.sender::text, 'none')`,
};

const TEMPLATES = sql`join transactional_mails m
  on m.team_id = s.team_id
    and m.id = case s.sender when 'transactional' then s.sender_id when 'automation' then s.email_id end`;
