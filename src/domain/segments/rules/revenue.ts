import { join, type Sql, sql } from '../../../database/connect.ts';
import { currency, minorUnits } from '../../../validation/money.ts';
import { days, whole } from '../numbers.ts';
import { operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import { nowOf, type SegmentContext } from '../segment-context.ts';
import { optional, record, scalar } from '../value.ts';

/** Amounts of different currencies cannot be added, so an amount must name its currency. */
const money = scalar('CurrencyCode', currency(), 'Three letters, such as EUR.');
const amount = scalar('Money', minorUnits(), "In the currency's smallest unit.");
const total = record('RevenueTotal', { amount, currency: money, within_days: optional(days()) });
const orders = record('OrderCount', {
  count: whole(1, 1_000),
  currency: optional(money),
  within_days: optional(days()),
});
const last = record('LastOrder', { within_days: days(), currency: optional(money) });

interface Which {
  currency?: string;
  within_days?: number;
}

const which = (context: SegmentContext, { currency, within_days }: Which): Sql =>
  join(
    [
      sql`b.team_id = ${context.teamId}`,
      ...(currency ? [sql`b.currency = ${currency}::text`] : []),
      ...(within_days ? [sql`b.occurred_at >= ${nowOf(context)} - ${within_days}::int * interval '24 hours'`] : []),
    ],
    ' and ',
  );

/** The person's sales (orders and conversions, each counted once) together satisfy `having`. */
const sold = (context: SegmentContext, asked: Which, having: Sql): Sql =>
  sql`exists (
    select from (
      select b.person_key from sales b where ${which(context, asked)} group by b.person_key having ${having}
    ) buyer where buyer.person_key = s.person_key)`;

/** The person has at least one such sale. */
const bought = (context: SegmentContext, asked: Which): Sql =>
  sql`exists (select from sales b where ${which(context, asked)} and b.person_key = s.person_key)`;

export const revenue = ruleType(
  { name: 'Revenue', description: "The person's purchases: orders with a value, and conversions." },
  {
    // A person without sales has a total of 0.
    total_gte: operator(total, (asked, context) =>
      asked.amount === 0 ? sql`true` : sold(context, asked, sql`sum(b.value - b.refunded) >= ${asked.amount}::bigint`),
    ),
    total_lte: operator(
      total,
      (asked, context) => sql`(not ${sold(context, asked, sql`sum(b.value - b.refunded) > ${asked.amount}::bigint`)})`,
    ),
    orders_gte: operator(orders, (asked, context) =>
      asked.count === 1 ? bought(context, asked) : sold(context, asked, sql`count(*) >= ${asked.count}::int`),
    ),
    last_order_within_days: operator(last, (asked, context) => bought(context, asked)),
  },
);
