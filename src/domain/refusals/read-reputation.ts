import { z } from 'zod';
import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { domainName, normaliseDomain } from '../../validation/email.ts';
import { otherwise, record } from '../../validation/text.ts';
import { day, writtenDay } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { daysAsked } from '../days-asked.ts';
import { IS_NO_LONGER_KEPT } from '../days-kept.ts';
import { removeByTeam } from '../remove-rows.ts';
import { domainsOfProvider, KNOWN, PROVIDER_NAMES } from './providers.ts';
import { ABOUT_US, type Cause } from './refusal.ts';

/** A provider's treatment of our messages on a day (UTC). */
export interface Reputation {
  day: string;
  /** A large provider by name, another by its domain, or `other`. */
  provider: string;
  /** Accepted, refused for good and deferred in the session; a message counts each time that it is deferred. */
  sent: number;
  failed: number;
  deferred: number;
  hardBounces: number;
  softBounces: number;
  softBounceCauses: { cause: Cause; count: number }[];
  complaints: number;
  blocks: number;
  /** Usually between 0 and 1. Null if the divisor is 0. */
  bounceRate: number | null;
  complaintRate: number | null;
  blockRate: number | null;
}

const MAX_DAYS = 92;
const MAX_PROVIDERS = 50;

const NO_PROVIDER = `must be a domain, or one of ${PROVIDER_NAMES.join(', ')}.`;

/** A provider by the name in answers, as its domains. */
const provider = () =>
  z.string({ error: otherwise(NO_PROVIDER) }).transform((value, context) => {
    const domain = normaliseDomain(value.trim());
    const domains = domainsOfProvider(value.trim().toLowerCase()) ?? (domain === undefined ? undefined : [domain]);
    if (domains) return domains;
    context.addIssue({ code: 'custom', message: NO_PROVIDER });
    return z.NEVER;
  });

export const reputationFilters = record({
  since: day().nullish(),
  until: day().nullish(),
  sendingDomain: domainName().nullish(),
  provider: provider().nullish(),
});

/**
 * The outcomes of messages between two days, inclusive, by default the last 30 days, by day and recipients' provider: the
 * 50 with the most messages, and the others as `other`. The latest days first. Reads counts, one row for each day and pair
 * of domains, never messages. Throws ValidationError.
 */
export async function readReputation(scope: Scope, request: unknown): Promise<Reputation[]> {
  const { since, until, sendingDomain = null, provider = null } = parse(reputationFilters, request);
  const { first, last, days } = daysAsked({ first: since, last: until }, scope.now());
  if (days >= MAX_DAYS) {
    throw new ValidationError([{ path: ['until'], problem: `must be at most ${MAX_DAYS} days after since.` }]);
  }
  return run<Reputation>(
    scope.db,
    sql`with counted as materialized (
          select day, coalesce((${KNOWN}::jsonb) ->> recipient_domain, recipient_domain) as provider, outcome, cause,
            sum(count)::int as count
          from delivery_counts
          where team_id = ${scope.team.id} and day between ${writtenDay(first)}::date and ${writtenDay(last)}::date
            ${sendingDomain === null ? empty : sql`and sending_domain = ${sendingDomain}`}
            ${provider === null ? empty : sql`and recipient_domain = any(${[...provider]}::text[])`}
          group by 1, 2, 3, 4
        ), largest as (
          select provider from counted group by provider order by sum(count) desc, provider limit ${MAX_PROVIDERS}
        ), shown as (
          select c.day, coalesce(l.provider, 'other') as provider, c.outcome, c.cause, sum(c.count)::int as count
          from counted c left join largest l on l.provider = c.provider group by 1, 2, 3, 4
        ), added as (
          select day, provider, ${sumOf(sql`outcome = 'sent'`)} as sent, ${sumOf(sql`outcome = 'failed'`)} as failed,
            ${sumOf(sql`outcome = 'deferred'`)} as deferred, ${sumOf(sql`outcome = 'hard_bounce'`)} as "hardBounces",
            ${sumOf(IS_SOFT)} as "softBounces", ${sumOf(sql`outcome = 'complaint'`)} as complaints,
            ${sumOf(sql`outcome in ('failed', 'deferred', 'soft_bounce') and cause = any(${[...ABOUT_US]}::text[])`)} as blocks
          from shown group by day, provider
        ), soft as (
          select day, provider, jsonb_agg(jsonb_build_object('cause', cause, 'count', count) order by count desc, cause) as causes
          from (select day, provider, cause, sum(count)::int as count from shown where ${IS_SOFT} group by 1, 2, 3) by_cause
          group by day, provider
        )
        select to_char(a.day, 'YYYY-MM-DD') as day, a.provider, a.sent, a.failed, a.deferred, a."hardBounces",
          a."softBounces", coalesce(s.causes, '[]') as "softBounceCauses", a.complaints, a.blocks,
          ${rate(sql`a."hardBounces" + a."softBounces"`, sql`a.sent + a.failed`)} as "bounceRate",
          ${rate(sql`a.complaints`, sql`a.sent`)} as "complaintRate",
          ${rate(sql`a.blocks`, sql`a.sent + a.failed + a.deferred`)} as "blockRate"
        from added a left join soft s on s.day = a.day and s.provider = a.provider
        order by a.day desc, (a.provider = 'other'), a.sent + a.failed + a.deferred desc, a.provider`,
  );
}

/** A soft bounce, or a refusal in the session for another reason than a missing address. */
const IS_SOFT: Sql = sql`(outcome = 'soft_bounce' or (outcome = 'failed' and cause <> ''))`;

const sumOf = (which: Sql): Sql => sql`coalesce(sum(count) filter (where ${which}), 0)::int`;

/** To six digits. */
const rate = (part: Sql, whole: Sql): Sql => sql`round((${part})::numeric / nullif(${whole}, 0), 6)::float8`;

/** Removes delivery counts past retention, and returns how many. Safe to repeat. */
export const removeOldDeliveryCounts = (db: Database): Promise<number> =>
  removeByTeam(db, { table: 'delivery_counts', which: IS_NO_LONGER_KEPT }, async (team) => {
    const [gone] = await run<{ count: number }>(
      db,
      sql`with gone as (delete from delivery_counts where team_id = ${team}::int and ${IS_NO_LONGER_KEPT} returning 1)
          select count(*)::int as count from gone`,
    );
    return gone?.count ?? 0;
  });
