import { type Sql, sql } from '../../database/connect.ts';

/**
 * A subscriber's tags combined with `more`, which has no duplicates, as int[]. Usually all of them are there already, or
 * none: comparing short arrays takes a tenth of the time to unnest, sort and gather them.
 */
export const unitedTags = (own: Sql, more: Sql): Sql =>
  sql`case when ${more} <@ ${own} then ${own}
           when not ${more} && ${own} then ${own} || ${more}
           else (select coalesce(array_agg(distinct t order by t), '{}') from unnest(${own} || ${more}) t) end`;
