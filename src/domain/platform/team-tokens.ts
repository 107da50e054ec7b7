import { ValidationError } from '../../errors.ts';
import type { ApiToken } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { newSecret, revokeToken, storeToken, tokenInput } from './tokens.ts';

export type { ApiToken };

export interface IssuedToken {
  /** In clear text; shown only once. */
  token: string;
  details: ApiToken;
}

/** Without the rate limit: a team must not raise its own limit above the installation's. */
const issueInput = tokenInput.omit({ rateLimit: true });

/** Creates a token for the team. Throws ValidationError. */
export async function issueToken(scope: Scope, input: unknown): Promise<IssuedToken> {
  const data = parse(issueInput, input);
  if (data.expiresAt && data.expiresAt <= scope.now()) {
    throw new ValidationError([{ path: ['expiresAt'], problem: 'must be in the future.' }]);
  }
  const token = newSecret();
  return { token, details: await storeToken(scope.db, scope.team.id, data, token) };
}

/**
 * Revokes a token, which may be the caller's own. Takes effect everywhere at once. Returns the token. Throws
 * NotFoundError.
 */
export async function withdrawToken(scope: Scope, id: unknown): Promise<ApiToken> {
  const where = { teamId: scope.team.id, id: idOf(id), revokedAt: null };
  const token = found(await scope.db.apiToken.findFirst({ where }));
  await revokeToken(scope.db, token.id);
  return token;
}

/** A page of the team's tokens that are not revoked, newest first. */
export function listTokens(scope: Scope, request: PageRequest): Promise<Page<ApiToken>> {
  const where = { teamId: scope.team.id, revokedAt: null };
  return readPage(request, {
    find: (args) => scope.db.apiToken.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.apiToken.count({ where }),
  });
}
