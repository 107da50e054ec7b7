import { z } from 'zod';
import { run, type Sql, sql } from '../../database/connect.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { beginningOf, type Day, dayAt, daysBetween, readZone } from '../team-days.ts';

export const REVENUE_GROUPS = ['day', 'campaign', 'automation', 'template', 'currency', 'origin'] as const;
type GroupBy = (typeof REVENUE_GROUPS)[number];

export interface Revenue {
  currency: string;
  /** In the smallest unit of the currency. */
  revenue: number;
  orders: number;
}

export interface RevenueReport {
  since: Date;
  until: Date;
  groupBy: GroupBy;
  groups: (Revenue & { group: string })[];
  totals: Revenue[];
}

const DAY_MS = 86_400_000;
/** With clock changes, a number of days can be this much longer or shorter. */
const CLOCKS_CHANGE_MS = 2 * 3_600_000;
const USUAL_DAYS = 30;
const MAX_DAYS = 3_660;
/** Beyond this number, the groups with the least revenue are left out, or the oldest days. */
export const MAX_GROUPS = 1_000;

export const revenueFilters = record({
  since: boundary().nullish(),
  until: boundary().nullish(),
  /** The same, by the names that the specification of REST has. */
  from: boundary().nullish(),
  to: boundary().nullish(),
  groupBy: oneOf(REVENUE_GROUPS).nullish(),
});

/** A date-time, or a day of the team: `since` means its beginning, `until` includes it. */
function boundary() {
  const day = z.iso.date().transform((day) => ({ day }));
  return z.union([day, dateTime()], { error: 'must be a date or a valid date-time (RFC 3339).' });
}

type Boundary = z.output<ReturnType<typeof boundary>>;

const momentOf = (given: Boundary, zone: string, later: number): Date =>
  given instanceof Date ? given : beginningOf(given.day, zone, later);

/**
 * Reports the sales, less their refunds, from `since` until before `until`, by default of the last 30 days. By day, currency
 * and origin all sales count; by campaign, automation and template only the credited ones. Days are in the team's time
 * zone, also in `since` and `until`. Throws ValidationError.
 */
export async function readRevenue(scope: Scope, given: unknown): Promise<RevenueReport> {
  const { groupBy: chosen, ...asked } = parse(revenueFilters, given);
  const groupBy = chosen ?? 'day';
  const zone = await readZone(scope);
  const { since, until } = periodOf(asked, zone, scope.now());
  const days = groupBy === 'day' ? daysBetween(dayAt(since, zone), dayAt(new Date(until.getTime() - 1), zone)) : [];
  const rows = await run<Revenue & { group: string | number | null; total: boolean }>(
    scope.db,
    sql`with sold as (
          select ${groupBy === 'day' ? numberOfDay(days, zone) : GROUP[groupBy]} as "group", s.currency, s.value - s.refunded as value
          from sales s ${groupBy === 'template' ? TEMPLATES : sql``}
          where s.team_id = ${scope.team.id}::int
            and s.occurred_at >= ${since}::timestamptz and s.occurred_at < ${until}::timestamptz
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
    since,
    until,
    groupBy,
    groups: rows.flatMap(({ total, group, ...row }) =>
      total || group === null ? [] : [{ group: typeof group === 'number' ? days[group - 1]! : group, ...pick(row) }],
    ),
    totals: rows.filter(({ total }) => total).map(pick),
  };
}

type Asked = Omit<z.output<typeof revenueFilters>, 'groupBy'>;

/** The asked period, or the last 30 days. An issue names the key that was sent. Throws ValidationError. */
function periodOf(asked: Asked, zone: string, now: Date): { since: Date; until: Date } {
  const [first, last] = [asked.since ?? asked.from, asked.until ?? asked.to];
  const start = asked.since || !asked.from ? 'since' : 'from';
  const end = asked.until || !asked.to ? 'until' : 'to';
  const until = last ? momentOf(last, zone, 1) : now;
  const since = first ? momentOf(first, zone, 0) : new Date(until.getTime() - USUAL_DAYS * DAY_MS);
  const late = outside(end, until, zone);
  const issues = first || late.length === 0 ? [...outside(start, since, zone), ...late] : late;
  if (issues.length > 0) throw new ValidationError(issues);
  if (since >= until)
    throw new ValidationError([{ path: [end], problem: 'must be after the beginning of the period.' }]);
  if (until.getTime() - since.getTime() > MAX_DAYS * DAY_MS + CLOCKS_CHANGE_MS) {
    throw new ValidationError([
      { path: [start], problem: `must be at most ${MAX_DAYS} days before the end of the period.` },
    ]);
  }
  return { since, until };
}

/** Outside these, RFC 3339 and PostgreSQL write years differently. */
const FIRST = new Date('0001-01-01T00:00:00Z');
const LAST_DAY = '9999-12-30';

const outside = (path: string, moment: Date, zone: string): Issue[] =>
  moment >= FIRST && moment <= beginningOf(LAST_DAY, zone, 1)
    ? []
    : [{ path: [path], problem: `must be between 0001-01-01 and ${LAST_DAY}.` }];

const creditedTo = (kind: 'campaign' | 'automation'): Sql =>
  sql`case when s.sender = ${kind}::"SenderKind" then s.sender_id::text end`;

/**
 * The number of a sale's day, from 1: found among the beginnings of days, which costs less than formatting each sale's day.
 */
const numberOfDay = (days: readonly Day[], zone: string): Sql =>
  sql`width_bucket(s.occurred_at, ${days.map((day) => beginningOf(day, zone))}::timestamptz[])`;

const GROUP: Record<Exclude<GroupBy, 'day'>, Sql> = {
  campaign: creditedTo('campaign'),
  automation: creditedTo('automation'),
  template: sql`nullif(m.template, '')`,
  currency: sql`s.currency::text`,
  origin: sql`coalesce(s.sender::text, 'none')`,
};

const TEMPLATES = sql`join transactional_mails m
  on m.team_id = s.team_id
    and m.id = case s.sender when 'transactional' then s.sender_id when 'automation' then s.email_id end`;
