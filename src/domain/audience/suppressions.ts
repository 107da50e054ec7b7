import { binaryArray } from '../../database/binary-array.ts';
import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Prisma, Suppression } from '../../generated/prisma/client.ts';
import { isId, newId, personKey } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { addressFilter, domainName, emailAddress } from '../../validation/email.ts';
import { someOf } from '../../validation/some-of.ts';
import { targetsOf } from '../../validation/suppression-targets.ts';
import { oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { signalLeft } from '../signals/people-who-left.ts';
import { notifyOfSuppressed } from './notify-of-suppressed.ts';

export type { Suppression };

export const BLOCKED = 'The address is blocked: it is suppressed and gets no e-mails from the team.';

export const SUPPRESSION_REASONS = ['manual', 'hard_bounce', 'complaint', 'erased'] as const;

export const suppressionInput = record({
  email: emailAddress().nullish(),
  domain: domainName().nullish(),
  reason: oneOf(SUPPRESSION_REASONS).nullish(),
});

export const suppressionFilters = record({
  email: addressFilter().nullish(),
  domain: domainName().nullish(),
  reason: oneOf(SUPPRESSION_REASONS).nullish(),
  reasons: someOf(SUPPRESSION_REASONS).nullish(),
});

/** Returns the suppressed addresses among these: by address, by domain, or because the person was erased. One statement. */
export async function findSuppressed(scope: Scope, emails: readonly string[]): Promise<Set<string>> {
  const found = await findSuppressions(scope, emails);
  return new Set(found.keys());
}

/** Returns the suppression of each suppressed address: an erasure first, then its own, then its domain's. One statement. */
export async function findSuppressions(scope: Scope, emails: readonly string[]): Promise<Map<string, Suppression>> {
  const targets = new Map(emails.map((email) => [email, targetsOf(scope.team.id, email)]));
  const wanted = [...new Set([...targets.values()].flat())];
  const rows = await run<Suppression>(
    scope.db,
    sql`select s.team_id as "teamId", s.id::text, s.target, s.reason::text as reason, s.created_at as "createdAt"
        from suppressions s where s.team_id = ${scope.team.id} and s.target = any(${binaryArray('text', wanted)}::text[])`,
  );
  if (rows.length === 0) return new Map();
  const known = new Map(rows.map((suppression) => [suppression.target, suppression]));
  return new Map(
    [...targets].flatMap(([email, theirs]): [string, Suppression][] => {
      const found = theirs.flatMap((target) => known.get(target) ?? []);
      const first = found.find(({ reason }) => reason === 'erased') ?? found[0];
      return first ? [[email, first]] : [];
    }),
  );
}

/**
 * Suppresses an address or a domain. An existing suppression stays unchanged, with its reason. An erased address is not
 * stored again. Throws ValidationError.
 */
export function createSuppression(scope: Scope, input: unknown): Promise<{ suppression: Suppression; isNew: boolean }> {
  return transaction(scope, async (scope) => {
    const { email, domain, reason } = parse(suppressionInput, input);
    const target = email ?? domain;
    if (target == null) throw refusal('email', 'is required when domain is absent.');
    if (email != null && domain != null) throw refusal('domain', 'cannot be used together with email.');
    await withoutErasing(scope);
    const erased = email == null ? null : await readErased(scope, email);
    if (erased) return { suppression: erased, isNew: false };
    if (email != null) await signalLeft(scope, [personKey(scope.team.id, email)]);
    const added = await insert(scope, target, reason ?? 'manual');
    if (added.isNew) await notifyOfSuppressed(scope, [added.suppression]);
    return added;
  });
}

const readErased = (scope: Scope, email: string): Promise<Suppression | null> =>
  scope.db.suppression.findUnique({
    where: { teamId_target: { teamId: scope.team.id, target: personKey(scope.team.id, email) } },
  });

async function insert(scope: Scope, target: string, reason: string) {
  // The update changes nothing: it makes "returning" include a row that exists or that a concurrent request just added.
  const [row] = await run<Suppression & { isNew: boolean }>(
    scope.db,
    sql`insert into suppressions (team_id, id, target, reason)
        values (${scope.team.id}, ${newId()}::uuid, ${target}, ${reason}::"SuppressionReason")
        on conflict (team_id, target) do update set target = excluded.target
        returning team_id as "teamId", id, target, reason::text as reason, created_at as "createdAt", xmax = 0 as "isNew"`,
  );
  const { isNew, ...suppression } = found(row);
  return { suppression, isNew };
}

/**
 * Deletes a suppression, so that the team may send to the address or domain again. Data about an erased person may be
 * stored again from then on. Returns the deleted suppression. Throws NotFoundError.
 */
export function deleteSuppression(scope: Scope, id: unknown): Promise<Suppression> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const suppression = await readSuppression(scope, id);
    const { teamId, target } = suppression;
    const { count } = await scope.db.suppression.deleteMany({ where: { teamId, id: suppression.id } });
    if (isId(target)) await scope.db.person.deleteMany({ where: { teamId, key: target, email: null } });
    return found(count > 0 ? suppression : null);
  });
}

/** Returns one suppression. Throws NotFoundError. */
export async function readSuppression(scope: Scope, id: unknown): Promise<Suppression> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.suppression.findUnique({ where }));
}

/** A page of the team's suppressions, newest first, filtered by address, domain or reason. Throws ValidationError. */
export async function listSuppressions(
  scope: Scope,
  request: PageRequest & { email?: unknown; domain?: unknown; reason?: unknown; reasons?: unknown },
): Promise<Page<Suppression>> {
  const { email, domain, reason, reasons } = parse(suppressionFilters, request);
  const targets = [
    ...(email == null ? [] : [[email, personKey(scope.team.id, email)]]),
    ...(domain == null ? [] : [[domain]]),
  ];
  const where: Prisma.SuppressionWhereInput = {
    teamId: scope.team.id,
    AND: [
      ...targets.map((target) => ({ target: { in: target } })),
      reason == null ? {} : { reason },
      reasons == null ? {} : { reason: { in: reasons } },
    ],
  };
  return readPage(request, {
    find: (args) => scope.db.suppression.findMany({ ...args, where: { AND: [where, args.where] } }),
    count: () => scope.db.suppression.count({ where }),
  });
}

const refusal = (field: string, problem: string) => new ValidationError([{ path: [field], problem }]);
