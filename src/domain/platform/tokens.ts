import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Database, run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { ApiToken, Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { notify } from '../../live/pubsub.ts';
import type { Role } from '../../scope.ts';
import { filled, listOf, oneOf, optionalText, record, text } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { columnsByField } from '../columns-by-field.ts';
import { TOKEN_SCOPES } from './token-scopes.ts';

const SHOWN = 12;

export const hashOf = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());

/** Returns a token of 256 random bits with a prefix that secret scanners can recognise. */
export const newSecret = (): string => `tidings_${randomBytes(32).toString('base64url')}`;

export const MAX_CALLS = 1_000_000_000;

export const tokenInput = record({
  name: filled(255),
  note: optionalText(text(1000)),
  ability: oneOf(['read', 'write']),
  /** The scopes of a token that writes. */
  scopes: listOf(oneOf(TOKEN_SCOPES), 0, TOKEN_SCOPES.length).nullish(),
  expiresAt: dateTime().nullish(),
  /** Calls per minute instead of the installation's limit; 0 for no limit. */
  rateLimit: z
    .number('must be a whole number.')
    .int('must be a whole number.')
    .min(0, 'must be at least 0.')
    .max(MAX_CALLS, `must not be greater than ${MAX_CALLS}.`)
    .nullish(),
});

type Given = Omit<z.output<typeof tokenInput>, 'scopes'>;

const columnsOf = columnsByField<Given, Partial<Prisma.ApiTokenCreateManyInput>>({
  name: (name) => ({ name }),
  note: (note) => ({ note }),
  ability: (ability) => ({ ability }),
  expiresAt: (expiresAt) => ({ expiresAt }),
  rateLimit: (rateLimit) => ({ rateLimit }),
});

/**
 * Creates a token and returns it in clear text, which is shown only once. Only its SHA-256 is stored: a random token needs
 * no slow hash.
 */
export async function createToken(
  db: Database,
  teamId: number,
  input: unknown,
  secret: string = newSecret(),
): Promise<string> {
  await storeToken(db, teamId, parse(tokenInput, input), secret);
  return secret;
}

/** Stores a token with validated values. Returns the row. Throws ValidationError for scopes of a read-only token. */
export async function storeToken(
  db: Database,
  teamId: number,
  {
    scopes,
    createdBy,
    role,
    ...given
  }: z.output<typeof tokenInput> & { createdBy?: string | undefined; role?: Role | undefined },
  secret: string,
): Promise<ApiToken> {
  const narrowed = [...new Set(scopes ?? [])].sort();
  if (narrowed.length > 0 && given.ability === 'read') {
    throw new ValidationError([{ path: ['scopes'], problem: 'need the ability write.' }]);
  }
  const { name, ability } = given;
  const own = { id: newId(), teamId, hash: hashOf(secret), prefix: secret.slice(0, SHOWN), scopes: narrowed };
  return db.apiToken.create({ data: { ...columnsOf(given), name, ability, createdBy, role, ...own } });
}

/** Revokes a token, given in clear text or by its id. Returns whether it exists. */
export async function revokeToken(db: Database, token: string): Promise<boolean> {
  const [revoked] = await run<{ id: string; teamId: number }>(
    db,
    sql`update api_tokens set revoked_at = least(revoked_at, now())
        where hash = ${hashOf(token)} or id::text = ${token.toLowerCase()}
        returning id, team_id as "teamId"`,
  );
  if (revoked) await notify(db, { topic: 'access.changed', teamId: revoked.teamId, tokenId: revoked.id });
  return revoked !== undefined;
}
