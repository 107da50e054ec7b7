import { empty, run, type Sql, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { day, writtenDay } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { NUMBER } from '../cursor.ts';
import { daysAsked } from '../days-asked.ts';
import { beyondCursor, orderOfSlice } from '../keyset.ts';
import type { Order } from '../ordering.ts';
import { type Page, type PageRequest, readPages, type Slice } from '../page.ts';
import { REPORT_KINDS, type ReportKind } from './domain-report.ts';

/** The sum of all reports about one source in a period. */
export interface ReportedSource {
  /** Made of kind and source, for cursors. */
  id: string;
  kind: ReportKind;
  /** DMARC: the address of the sending server. TLS: the receiving server. Null: not given. */
  source: string | null;
  /** Messages (DMARC) or sessions (TLS). */
  total: number;
  passed: number;
  failed: number;
  /** How many passed DKIM and SPF with alignment. Null for TLS. */
  dkimPassed: number | null;
  spfPassed: number | null;
  /** The most frequent first. */
  results: { result: string; count: number }[];
  /** The reporters, or some of them. */
  reporters: string[];
  firstDay: string;
  lastDay: string;
}

export type ReportRequest = PageRequest & { since?: unknown; until?: unknown; kind?: unknown };

const MAX_DAYS = 400;
const MAX_REPORTERS = 20;
/** The largest number for GraphQL and cursors. Reports may claim anything. */
const LARGEST = 999_999_999;

export const reportFilters = record({
  since: day().nullish(),
  until: day().nullish(),
  kind: oneOf(REPORT_KINDS).nullish(),
});

const TOTAL: Order = {
  ascending: false,
  field: {
    name: 'total',
    key: 'total',
    codec: NUMBER,
    column: sql`total`,
    nullable: false,
    bind: (value) => sql`${value}::int`,
  },
};

/**
 * The sources in reports about each sending domain, those with the most messages first, between two days (UTC, inclusive);
 * by default the last 30 days. Two statements for any number of domains, with the counts. Throws ValidationError.
 */
export function listReportsOf(
  scope: Scope,
  domainIds: readonly string[],
  request: ReportRequest,
): Promise<Page<ReportedSource>[]> {
  const { since, until, kind } = parse(reportFilters, request);
  const { first, last, days } = daysAsked({ first: since, last: until }, scope.now());
  if (days > MAX_DAYS) {
    throw new ValidationError([{ path: ['since'], problem: `must be at most ${MAX_DAYS} days before until.` }]);
  }
  const owners = sql`unnest(${[...domainIds]}::uuid[]) with ordinality as owner(id, index)`;
  const meant = sql`
    from domain_reports r
    join domain_report_sources s on s.team_id = r.team_id and s.domain_id = r.domain_id and s.key = r.key
    where r.team_id = ${scope.team.id} and r.domain_id = owner.id
      and r.day between ${writtenDay(first)}::date and ${writtenDay(last)}::date
      ${kind == null ? empty : sql`and r.kind = ${kind}`}`;
  return readPages<ReportedSource>(request, {
    order: TOTAL,
    find: async (_, slice) => {
      const found = await run<Row>(scope.db, selectSources(owners, meant, slice));
      const lists = domainIds.map((): ReportedSource[] => []);
      for (const { index, ...row } of found) lists[index]?.push(sourceOf(row));
      return lists;
    },
    count: async () => {
      const counts = await run<{ count: number }>(
        scope.db,
        sql`select (select count(*)::int from (select 1 ${meant} group by r.kind, s.source) one) as count
            from ${owners} order by owner.index`,
      );
      return counts.map(({ count }) => count);
    },
  });
}

type Row = Omit<ReportedSource, 'source' | 'results' | 'reporters' | 'failed'> & {
  index: number;
  source: string;
  results: { result: string; count: number; reporters: string[] }[];
};

const limited = (sum: Sql): Sql => sql`least(coalesce(${sum}, 0), ${LARGEST})::int`;

function selectSources(owners: Sql, meant: Sql, slice: Slice): Sql {
  const placed = { id: sql`part.id`, by: { ...TOTAL.field!, column: sql`part.total` } };
  const own = { id: sql`one.id`, by: { ...TOTAL.field!, column: sql`one.total` } };
  return sql`
    select owner.index::int - 1 as index, part.*
    from ${owners}, lateral (
      select one.* from (
        select md5(kind || ' ' || source)::uuid as id, kind, source, ${limited(sql`sum(counted)`)} as total,
               ${limited(sql`sum(passed)`)} as passed, case when kind = 'dmarc' then ${limited(sql`sum(dkim)`)} end as "dkimPassed",
               case when kind = 'dmarc' then ${limited(sql`sum(spf)`)} end as "spfPassed", to_char(min(first), 'YYYY-MM-DD') as "firstDay",
               to_char(max(last), 'YYYY-MM-DD') as "lastDay",
               jsonb_agg(jsonb_build_object('result', result, 'count', ${limited(sql`counted`)}, 'reporters', reporters)
                 order by counted desc, result) as results
        from (
          select r.kind, s.source, s.result, sum(s.count) as counted, sum(s.count) filter (where s.passed) as passed,
                 sum(s.count) filter (where s.dkim) as dkim, sum(s.count) filter (where s.spf) as spf,
                 min(r.day) as first, max(r.day) as last,
                 (array_agg(distinct r.reporter))[1:${MAX_REPORTERS}::int] as reporters
          ${meant} group by r.kind, s.source, s.result
        ) of_result group by kind, source
      ) one
      where ${beyondCursor(slice, own)} order by ${orderOfSlice(slice, own)} limit ${slice.take} offset ${slice.skip}
    ) part
    order by owner.index, ${orderOfSlice(slice, placed)}`;
}

/** If sums reach the limit, passed messages take precedence over failed ones. */
const sourceOf = ({ source, results, ...row }: Omit<Row, 'index'>): ReportedSource => ({
  ...row,
  source: source || null,
  failed: row.total - row.passed,
  results: results.map(({ result, count }) => ({ result, count })),
  reporters: [...new Set(results.flatMap(({ reporters }) => reporters))].sort().slice(0, MAX_REPORTERS),
});
