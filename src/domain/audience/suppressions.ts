import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Prisma, Suppression } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { domainName, emailAddress, normaliseDomain, normaliseEmail } from '../../rules/email.ts';
import { parse } from '../../rules/parse.ts';
import { oneOf, record, text } from '../../rules/text.ts';
import type { Scope } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';

export type { Suppression };

export const SUPPRESSION_REASONS = ['manual', 'hard_bounce', 'complaint', 'erased'] as const;

const suppressionInput = record({
  email: emailAddress().nullish(),
  domain: domainName().nullish(),
  reason: oneOf(SUPPRESSION_REASONS).nullish(),
});

const filters = record({
  email: text(320).nullish(),
  domain: text(320).nullish(),
  reason: oneOf(SUPPRESSION_REASONS).nullish(),
});

/** Those of the addresses that the team never writes to, by themselves or by their domain. One statement. */
export async function findSuppressed(scope: Scope, emails: readonly string[]): Promise<Set<string>> {
  const rows = await run<{ email: string }>(
    scope.db,
    sql`select distinct email from unnest(${[...emails]}::text[]) as given(email)
        join suppressions s on s.team_id = ${scope.team.id} and s.target in (email, split_part(email, '@', 2))`,
  );
  return new Set(rows.map(({ email }) => email));
}

/**
 * Suppresses an address or a domain, whichever is given. One that is suppressed already stays as it is, reason and all.
 * Throws ValidationError.
 */
export async function createSuppression(
  scope: Scope,
  input: unknown,
): Promise<{ suppression: Suppression; isNew: boolean }> {
  const { email, domain, reason } = parse(suppressionInput, input);
  const target = email ?? domain;
  if (target == null) throw refusal('email', 'is required when domain is absent.');
  if (email != null && domain != null) throw refusal('domain', 'cannot be sent together with email.');
  // The update that changes nothing makes a row that is there already, or that a twin has just added, come back too.
  const [row] = await run<Suppression & { isNew: boolean }>(
    scope.db,
    sql`insert into suppressions (team_id, id, target, reason)
        values (${scope.team.id}, ${newId()}::uuid, ${target}, ${reason ?? 'manual'}::"SuppressionReason")
        on conflict (team_id, target) do update set target = excluded.target
        returning team_id as "teamId", id, target, reason::text as reason, created_at as "createdAt", xmax = 0 as "isNew"`,
  );
  const { isNew, ...suppression } = found(row);
  return { suppression, isNew };
}

/** Lets an address or a domain be written to again. Gives the suppression as it was. Throws NotFoundError. */
export async function deleteSuppression(scope: Scope, id: unknown): Promise<Suppression> {
  const suppression = await readSuppression(scope, id);
  const where = { teamId: scope.team.id, id: suppression.id };
  const { count } = await scope.db.suppression.deleteMany({ where });
  return found(count > 0 ? suppression : null);
}

/** One suppression. Throws NotFoundError. */
export async function readSuppression(scope: Scope, id: unknown): Promise<Suppression> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.suppression.findUnique({ where }));
}

/** A page of the team's suppressions, newest first, of one address, of one domain or for one reason. Throws ValidationError. */
export async function listSuppressions(
  scope: Scope,
  request: PageRequest & { email?: unknown; domain?: unknown; reason?: unknown },
): Promise<Page<Suppression>> {
  const { email, domain, reason } = parse(filters, request);
  const targets = [
    ...(email == null ? [] : [normaliseEmail(email) ?? '']),
    ...(domain == null ? [] : [normaliseDomain(domain.trim()) ?? '']),
  ];
  const where: Prisma.SuppressionWhereInput = {
    teamId: scope.team.id,
    AND: targets.map((target) => ({ target })),
    ...(reason != null && { reason }),
  };
  return readPage(request, {
    find: (args) => scope.db.suppression.findMany({ ...args, where: { AND: [where, args.where] } }),
    count: () => scope.db.suppression.count({ where }),
  });
}

const refusal = (field: string, problem: string) => new ValidationError([{ path: [field], problem }]);
