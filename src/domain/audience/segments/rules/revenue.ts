import { join, type Sql, sql } from '../../../../database/connect.ts';
import { currency, minorUnits } from '../../../../rules/money.ts';
import { record } from '../../../../rules/text.ts';
import { days, whole } from '../numbers.ts';
import type { Operators } from '../operator.ts';
import { operator } from '../operator.ts';
import type { RuleType } from '../rule-type.ts';

/** Amounts of different currencies do not add up, so an amount names its own. */
const total = record({ amount: minorUnits(), currency: currency(), within_days: days().optional() });
const orders = record({
  count: whole(1, 1_000),
  currency: currency().optional(),
  within_days: days().optional(),
});
const last = record({ within_days: days(), currency: currency().optional() });

/** That the sales of the person, orders and conversions, each counted once, have this in all. */
function sold(teamId: number, asked: { currency?: string; within_days?: number }, having: Sql): Sql {
  const conditions = [
    sql`b.team_id = ${teamId}`,
    ...(asked.currency ? [sql`b.currency = ${asked.currency}::text`] : []),
    ...(asked.within_days ? [sql`b.occurred_at >= now() - ${asked.within_days}::int * interval '24 hours'`] : []),
  ];
  return sql`exists (
    select from (
      select b.person_key from sales b where ${join(conditions, ' and ')} group by b.person_key having ${having}
    ) buyer where buyer.person_key = s.person_key)`;
}

const operators = (teamId: number): Operators => ({
  // Who bought nothing has a total of 0.
  total_gte: operator(total, (asked) =>
    asked.amount === 0 ? sql`true` : sold(teamId, asked, sql`sum(b.value) >= ${asked.amount}::bigint`),
  ),
  total_lte: operator(total, (asked) => sql`(not ${sold(teamId, asked, sql`sum(b.value) > ${asked.amount}::bigint`)})`),
  orders_gte: operator(orders, (asked) => sold(teamId, asked, sql`count(*) >= ${asked.count}::int`)),
  last_order_within_days: operator(last, (asked) => sold(teamId, asked, sql`count(*) > 0`)),
});

export const revenue: RuleType = { operatorsOf: (_, { teamId }) => operators(teamId) };
