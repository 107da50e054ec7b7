import { type Database, run, type Sql, sql } from '../../database/connect.ts';

/** A time zone that the database knows, and the moment of a local time there. */
export interface ZoneTime {
  /** In lower case. */
  zone: string;
  at: Date;
  /** Whether the local time exists there: some do not when clocks go forward. */
  exists: boolean;
}

/**
 * When a local time (2026-12-01T09:00:00) comes in one time zone, or in each that the database knows. As in RFC 5545
 * (3.3.5): a skipped time counts as if the clocks had not gone forward, and of a repeated time the first counts.
 */
export const timesIn = (db: Database, local: string, zone?: string): Promise<ZoneTime[]> =>
  run<ZoneTime>(
    db,
    sql`select zone, at - back as at, exists from (
          select lower(name) as zone, at, at at time zone name = ${local}::timestamp as exists,
                 case when (at - interval '1 hour') at time zone name = ${local}::timestamp then interval '1 hour'
                      when (at - interval '30 minutes') at time zone name = ${local}::timestamp then interval '30 minutes'
                      else interval '0' end as back
          from (select name, ${local}::timestamp at time zone name as at from pg_timezone_names) named
          where ${zone ?? null}::text is null or lower(name) = lower(${zone ?? null}::text)
        ) times`,
  );

/** A relation `${name}(zone, at)` of these times, for a join by `lower(timezone)`. */
export const zoneTable = (times: readonly ZoneTime[], name: Sql): Sql =>
  sql`unnest(${times.map(({ zone }) => zone)}::text[], ${times.map(({ at }) => at)}::timestamptz[]) as ${name}(zone, at)`;
