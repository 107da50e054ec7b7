import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { databaseNow } from '../../database/clock.ts';
import { type Database, inTransaction, run, type Sql, sql } from '../../database/connect.ts';
import type { SendingDomain } from '../../generated/prisma/client.ts';
import { createScope, WORKER } from '../../scope.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';
import { checkRecords, ownHost, type Surroundings } from './check-records.ts';
import type { KeyColumns } from './dkim-keys.ts';
import { checkResult, type DomainCheck, hasFailed } from './domain-check.ts';
import { readMailHosts } from './mail-hosts.ts';

/**
 * A noteworthy result of a check. `missing`: the key is gone from DNS, but still used to sign. `rotated`: the next key was
 * found, and signs.
 */
export interface DomainChange {
  domain: string;
  change: 'verified' | 'missing' | 'lost' | 'rotated';
}

const MAX_AT_ONCE = 20;

/**
 * Enough for ten processes that look at the same moment: each finds the same domains, and claims those that no other has.
 */
const MAX_FOUND = 10 * MAX_AT_ONCE;

/** Longer than any check takes. If a process is killed, another checks the domain after this time. */
const LEASE_SECONDS = 120;

/** A key may be missing once because its zone is being moved or one of its servers is behind. */
const MAX_MISSES = 3;

type Due = KeyColumns &
  Pick<SendingDomain, 'teamId' | 'id' | 'createdAt' | 'verifiedAt' | 'misses' | 'nextCheckAt' | 'rotationStartedAt'>;

/**
 * Checks a few due sending domains. Safe to run in parallel: no domain is checked twice, and a check requested meanwhile is
 * not overwritten.
 */
export async function checkDueDomains(db: Database, surroundings: Surroundings): Promise<DomainChange[]> {
  const due = await claim(db);
  if (due.length === 0) return [];
  const hosts = await readMailHosts(db, due, ownHost(surroundings.config));
  const checks = await Promise.all(
    due.map(async (domain, index) => {
      const found = await checkRecords(surroundings, domain, hosts[index]!);
      const after = checkResult(domain, found, databaseNow(db), MAX_MISSES);
      return { domain, after };
    }),
  );
  const written = await write(db, checks);
  return checks.flatMap(({ domain, after }) => (written.has(domain.id) ? changeOf(domain, after) : []));
}

const IS_DUE = sql`next_check_at <= now()`;

/** Due sending domains. */
export const DUE_DOMAINS: Sql = sql`select from sending_domains where ${IS_DUE}`;

/** First looks for due domains without a lock: nearly always there are none. */
async function claim(db: Database): Promise<Due[]> {
  const found = await run<{ teamId: number; id: string }>(
    db,
    sql`select team_id as "teamId", id::text from sending_domains where ${IS_DUE}
        order by next_check_at limit ${MAX_FOUND}`,
  );
  const claimed = byTeam(db, found, teamOf).map(({ teams, items }) =>
    run<Due>(
      db,
      sql`with due as (
            select team_id, id from sending_domains
            where team_id = any(${teams}::int[]) ${ofOne(teams, sql`team_id`)}
              and id = any(${items.map(({ id }) => id)}::uuid[]) and next_check_at <= now()
            order by next_check_at limit ${MAX_AT_ONCE} for update skip locked
          )
          update sending_domains d set next_check_at = now() + make_interval(secs => ${LEASE_SECONDS})
          from due where d.team_id = due.team_id ${ofOne(teams, sql`d.team_id`)} and d.id = due.id
          returning d.team_id as "teamId", d.id::text, d.domain, d.selector, d.public_key as "publicKey",
            d.next_selector as "nextSelector", d.next_public_key as "nextPublicKey", d.old_keys as "oldKeys",
            d.rotation_started_at as "rotationStartedAt", d.created_at as "createdAt", d.verified_at as "verifiedAt", d.misses, d.next_check_at as "nextCheckAt"`,
    ),
  );
  return (await Promise.all(claimed)).flat();
}

/**
 * Stores the results. Returns the ids of the domains that were not checked by others, and whose keys did not change,
 * meanwhile.
 */
async function write(db: Database, checks: readonly { domain: Due; after: DomainCheck }[]): Promise<Set<string>> {
  const rows = checks.map(({ domain, after }) => ({
    ...after,
    teamId: domain.teamId,
    id: domain.id,
    lease: domain.nextCheckAt,
    selector: domain.selector,
    nextSelector: domain.nextSelector,
    nextPublicKey: domain.nextPublicKey,
  }));
  const failed = new Set(checks.flatMap(({ domain, after }) => (hasFailed(domain, after) ? [domain.id] : [])));
  const written = byTeam(db, rows, teamOf).map(({ teams, items }) =>
    inTransaction(db, async (db) => {
      const checked = await run<{ teamId: number; id: string }>(
        db,
        sql`update sending_domains d set found = g.found, checked_at = g."checkedAt", verified_at = g."verifiedAt",
            misses = g.misses, next_check_at = g."nextCheckAt", old_keys = g."oldKeys",
            selector = case when g."isRotated" then d.next_selector else d.selector end,
            public_key = case when g."isRotated" then d.next_public_key else d.public_key end,
            private_key = case when g."isRotated" then d.next_private_key else d.private_key end,
            next_selector = case when not g."isRotated" then d.next_selector end,
            next_public_key = case when not g."isRotated" then d.next_public_key end,
            next_private_key = case when not g."isRotated" then d.next_private_key end,
            rotation_started_at = case when not g."isRotated" then d.rotation_started_at end
          from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g("teamId" int, id uuid, lease timestamptz,
            selector text, "nextSelector" text, "nextPublicKey" text, "isRotated" boolean, "oldKeys" jsonb,
            found jsonb, "checkedAt" timestamptz, "verifiedAt" timestamptz, misses int, "nextCheckAt" timestamptz)
          where d.team_id = g."teamId" ${ofOne(teams, sql`d.team_id`)} and d.id = g.id and d.next_check_at = g.lease
            and d.selector = g.selector and d.next_selector is not distinct from g."nextSelector"
            and d.next_public_key is not distinct from g."nextPublicKey"
          returning d.team_id as "teamId", d.id::text`,
      );
      for (const { teamId, id } of checked) {
        if (failed.has(id))
          await notifyWebhooks(createScope(db, { id: teamId }, WORKER), 'sending_domain.failed', [{ id }]);
      }
      return checked;
    }),
  );
  return new Set((await Promise.all(written)).flat().map(({ id }) => id));
}

function changeOf({ domain, verifiedAt }: Due, after: DomainCheck): DomainChange[] {
  if (after.isRotated) return [{ domain, change: 'rotated' }];
  if (!verifiedAt) return after.verifiedAt ? [{ domain, change: 'verified' }] : [];
  if (!after.verifiedAt) return [{ domain, change: 'lost' }];
  return after.misses > 0 ? [{ domain, change: 'missing' }] : [];
}
