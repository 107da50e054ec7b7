import { run, type Sql, sql } from '../../database/connect.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { domainName } from '../../validation/email.ts';
import { oneOf, record, yesOrNo } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { countSubscriptions, MAX_LIFTED, setGoing } from './bounced-subscriptions.ts';
import { liftSoftBounces } from './lift-soft-bounces.ts';

/** Suppressions after a complaint or an erasure reflect the person's wish, and are only removed one by one. */
export const LIFTED_REASONS = ['hard_bounce', 'soft_bounce', 'manual'] as const;

export const liftFilters = record({
  reason: oneOf(LIFTED_REASONS),
  since: dateTime(),
  until: dateTime().nullish(),
  domain: domainName().nullish(),
  dryRun: yesOrNo().nullish(),
});

/** The effect, or its preview. */
export interface Lifted {
  dryRun: boolean;
  suppressions: number;
  /** Bounced subscriptions that were restored. */
  subscriptions: number;
  /** Suppressions, or people with soft bounces, left for another call. */
  remaining: number;
}

/**
 * Removes suppressions with one reason from a period, optionally of one domain, at most 100,000. Restores the bounced
 * subscriptions of these addresses to subscribed or unconfirmed. Soft bounces create no suppressions but end subscriptions,
 * which are restored too. `dryRun` only counts. Throws ValidationError.
 */
export function liftSuppressions(scope: Scope, request: unknown): Promise<Lifted> {
  const { dryRun: asked, ...filter } = parse(liftFilters, request);
  const dryRun = asked ?? false;
  const meant = meantBy(filter);
  return transaction(
    scope,
    async (scope) => {
      await withoutErasing(scope);
      if (filter.reason === 'soft_bounce') {
        return { dryRun, suppressions: 0, ...(await liftSoftBounces(scope, filter, dryRun)) };
      }
      const targets = await choose(scope, meant);
      const total = await count(scope, meant);
      const done = { suppressions: targets.length, remaining: total - targets.length };
      if (dryRun) return { dryRun, ...done, subscriptions: await countSubscriptions(scope, bounced(scope, targets)) };
      await run(scope.db, sql`delete from suppressions where team_id = ${scope.team.id} and target = any(${targets})`);
      return { dryRun: false, ...done, subscriptions: await setGoing(scope, bounced(scope, targets)) };
    },
    LONG_MS,
  );
}

interface Filter {
  reason: string;
  since: Date;
  until?: Date | null | undefined;
  domain?: string | null | undefined;
}

const meantBy = ({ reason, since, until = null, domain = null }: Filter): Sql =>
  sql`x.reason = ${reason}::"SuppressionReason" and x.created_at >= ${since}
      and (${until}::timestamptz is null or x.created_at < ${until})
      and (${domain}::text is null or ${domain} in (x.target, split_part(x.target, '@', 2)))`;

async function choose({ db, team }: Scope, meant: Sql): Promise<string[]> {
  const rows = await run<{ target: string }>(
    db,
    sql`select x.target from suppressions x where x.team_id = ${team.id} and ${meant}
        order by x.target limit ${MAX_LIFTED} for update`,
  );
  return rows.map(({ target }) => target);
}

async function count({ db, team }: Scope, meant: Sql): Promise<number> {
  const [row] = await run<{ count: number }>(
    db,
    sql`select count(*)::int as count from suppressions x where x.team_id = ${team.id} and ${meant}`,
  );
  return row?.count ?? 0;
}

/** Bounced subscriptions of these addresses, unless another suppression remains. */
const bounced = ({ team }: Scope, targets: readonly string[]): Sql =>
  sql`s.status = 'bounced' and s.person_key = any(array(
        select person_key(${team.id}, given.target) from unnest(${[...targets]}::text[]) given(target) where given.target like '%@%'))
      and not exists (select from suppressions x where x.team_id = ${team.id}
        and x.target in (s.email, split_part(s.email, '@', 2)) and not x.target = any(${[...targets]}::text[]))`;
