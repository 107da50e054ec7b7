import { type Sql, sql } from '../../database/connect.ts';

// What is counted for the report of a campaign, and how it is called: for who counts, and for who counts again.

/** A report has the hours from when sending began. */
export const HOURS = 72;

/** Personalised links can be as many as recipients: so many of a campaign are counted, the first ones. */
export const MAX_LINKS = 1_000;

/** The link of a fact that is about none. */
export const NO_LINK = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** The figure that a reaction adds to, by `kind` and `verdict`; a machine's click is a scanner's, whatever machine. */
export const figureOf = (kind: Sql, verdict: Sql): Sql => sql`
  case when ${kind} = 'open' then case ${verdict} when 'human' then 'opens' when 'proxy' then 'open_proxies' else 'open_scanners' end
       else case ${verdict} when 'human' then 'clicks' else 'click_scanners' end end`;

/** What counts and facts call a link. */
export const linkOf = (url: Sql): Sql => sql`md5(${url})::uuid`;

/** Of human reactions that are grouped by message: whether a click came before every open. `at` are their moments. */
export const isByClick = (kind: Sql, at: Sql): Sql => sql`
  coalesce(min(${at}) filter (where ${kind} = 'click') < min(${at}) filter (where ${kind} = 'open'), bool_and(${kind} = 'click'))`;
