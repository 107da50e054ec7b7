import { join, type Sql, sql } from '../../../database/connect.ts';
import { currency, minorUnits } from '../../../validation/money.ts';
import { record } from '../../../validation/text.ts';
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

interface Which {
  currency?: string;
  within_days?: number;
}

const which = (teamId: number, { currency, within_days }: Which): Sql =>
  join(
    [
      sql`b.team_id = ${teamId}`,
      ...(currency ? [sql`b.currency = ${currency}::text`] : []),
      ...(within_days ? [sql`b.occurred_at >= now() - ${within_days}::int * interval '24 hours'`] : []),
    ],
    ' and ',
  );

/** That the sales of the person, orders and conversions, each counted once, have this in all. */
const sold = (teamId: number, asked: Which, having: Sql): Sql =>
  sql`exists (
    select from (
      select b.person_key from sales b where ${which(teamId, asked)} group by b.person_key having ${having}
    ) buyer where buyer.person_key = s.person_key)`;

/** That there is such a sale to the person: the first one that is found will do. */
const bought = (teamId: number, asked: Which): Sql =>
  sql`exists (select from sales b where ${which(teamId, asked)} and b.person_key = s.person_key)`;

const operators = (teamId: number): Operators => ({
  // Who bought nothing has a total of 0.
  total_gte: operator(total, (asked) =>
    asked.amount === 0 ? sql`true` : sold(teamId, asked, sql`sum(b.value) >= ${asked.amount}::bigint`),
  ),
  total_lte: operator(total, (asked) => sql`(not ${sold(teamId, asked, sql`sum(b.value) > ${asked.amount}::bigint`)})`),
  orders_gte: operator(orders, (asked) =>
    asked.count === 1 ? bought(teamId, asked) : sold(teamId, asked, sql`count(*) >= ${asked.count}::int`),
  ),
  last_order_within_days: operator(last, (asked) => bought(teamId, asked)),
});

export const revenue: RuleType = { operatorsOf: (_, { teamId }) => operators(teamId) };
