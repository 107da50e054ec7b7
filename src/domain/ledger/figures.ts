import { type Sql, sql } from '../../database/connect.ts';

// The figures of a campaign's report and their names, shared by counting and recounting.

/** A report covers this many hours after sending began, as `fact_figures` counts them. */
export const HOURS = 72;

/** There can be as many personalised links as recipients: only this many, the first ones, are counted for a campaign. */
export const MAX_LINKS = 1_000;

/** The link of a fact without a link. */
export const NO_LINK = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** The figure that a reaction adds to, by `kind` and `verdict`. Any machine's click counts as a scanner's. */
export const figureOf = (kind: Sql, verdict: Sql): Sql => sql`reaction_figure(${kind}::text, ${verdict}::text)`;

/** The key of a link in counts and facts. */
export const linkOf = (url: Sql): Sql => sql`md5(${url})::uuid`;

/** For human reactions grouped by message: whether a click came before any open. `at` are their times. */
export const isByClick = (kind: Sql, at: Sql): Sql => sql`
  is_by_click(min(${at}) filter (where ${kind} = 'click'), min(${at}) filter (where ${kind} = 'open'))`;

/** Lateral join of the facts (`what`, `link_of`) that a human reaction establishes for its message. */
export const factsOf = (kind: Sql, target: Sql): Sql =>
  sql`cross join lateral reaction_facts(${kind}::text, ${linkOf(target)}) fact`;
