import { z } from 'zod';
import { ValidationError } from '../../errors.ts';
import type { ApiToken, Prisma } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { extended, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { columnsByField } from '../columns-by-field.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { MAX_CALLS, newSecret, revokeToken, storeToken, tokenInput } from './tokens.ts';

export type { ApiToken };

export interface IssuedToken {
  /** In clear text; shown only once. */
  token: string;
  details: ApiToken;
}

/**
 * The limits that a team may give its tokens: between 1 and the installation's `usual` one, or any if that is 0 for none. A
 * team must not raise its own limit above the installation's.
 */
export const teamTokenInput = (usual: number) => {
  const most = usual || MAX_CALLS;
  const problem = `must be a whole number between 1 and ${most}.`;
  const rateLimit = z.number(problem).int(problem).min(1, problem).max(most, problem);
  return extended(tokenInput, { rateLimit: rateLimit.nullish() });
};

export const tokenChange = (usual: number) =>
  teamTokenInput(usual).pick({ name: true, note: true, rateLimit: true }).partial({ name: true });

const columnsOf = columnsByField<z.output<ReturnType<typeof tokenChange>>, Prisma.ApiTokenUpdateManyMutationInput>({
  name: (name) => ({ name }),
  note: (note) => ({ note }),
  rateLimit: (rateLimit) => ({ rateLimit }),
});

/** Creates a token for the team. `usual` is the installation's rate limit, 0 for none. Throws ValidationError. */
export async function issueToken(scope: Scope, input: unknown, usual: number): Promise<IssuedToken> {
  const data = parse(teamTokenInput(usual), input);
  if (data.expiresAt && data.expiresAt <= scope.now()) {
    throw new ValidationError([{ path: ['expiresAt'], problem: 'must be in the future.' }]);
  }
  const token = newSecret();
  const { memberId, createdBy = memberId, role } = scope.actor; // a token creates tokens for its own creator
  return { token, details: await storeToken(scope.db, scope.team.id, { ...data, createdBy, role }, token) };
}

/**
 * Changes the given fields of a token; a null limit is the installation's. Takes effect everywhere at once. `usual` is the
 * installation's rate limit, 0 for none. Returns the token. Throws NotFoundError, ValidationError.
 */
export function updateToken(scope: Scope, id: unknown, input: unknown, usual: number): Promise<ApiToken> {
  return transaction(scope, async (scope) => {
    const where = { teamId: scope.team.id, id: idOf(id), revokedAt: null };
    found(await scope.db.apiToken.findFirst({ where }));
    const data = columnsOf(parse(tokenChange(usual), input));
    const [changed] = await scope.db.apiToken.updateManyAndReturn({ where, data });
    const token = found(changed);
    await scope.publish({ topic: 'access.changed', teamId: token.teamId, tokenId: token.id });
    return token;
  });
}

/**
 * Revokes a token, which may be the caller's own. Takes effect everywhere at once. Returns the token. Throws NotFoundError.
 */
export async function withdrawToken(scope: Scope, id: unknown): Promise<ApiToken> {
  const where = { teamId: scope.team.id, id: idOf(id), revokedAt: null };
  const token = found(await scope.db.apiToken.findFirst({ where }));
  await revokeToken(scope.db, token.id);
  return token;
}

export const tokenFilters = record({ createdById: idRule('a member').nullish() });

/** A page of the team's active tokens, or of a member's, newest first. Throws ValidationError. */
export function listTokens(
  scope: Scope,
  { createdById, ...request }: PageRequest & { createdById?: unknown },
): Promise<Page<ApiToken>> {
  const { createdById: createdBy } = parse(tokenFilters, { createdById });
  const where = { teamId: scope.team.id, revokedAt: null, ...(createdBy != null && { createdBy }) };
  return readPage(request, {
    find: (args) => scope.db.apiToken.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.apiToken.count({ where }),
  });
}
