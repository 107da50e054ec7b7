import { type Sql, sql } from '../../database/connect.ts';

/**
 * Tags of a subscriber together with more of them, as int[]. `more` has each once. Mostly all of them are there, or none:
 * comparing short arrays takes a tenth of what it takes to unnest, sort and gather them.
 */
export const unitedTags = (own: Sql, more: Sql): Sql =>
  sql`case when ${more} <@ ${own} then ${own}
           when not ${more} && ${own} then ${own} || ${more}
           else (select coalesce(array_agg(distinct t order by t), '{}') from unnest(${own} || ${more}) t) end`;
