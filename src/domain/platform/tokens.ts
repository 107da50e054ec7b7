import { createHash, randomBytes } from 'node:crypto';
import { type Database, run, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import { notify } from '../../pubsub.ts';
import { parse } from '../../rules/parse.ts';
import { filled, oneOf, record } from '../../rules/text.ts';

const SHOWN = 12;

export const hashOf = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());

/** A token of 256 random bits with a prefix that secret scanners can recognise. */
const newSecret = (): string => `tidings_${randomBytes(32).toString('base64url')}`;

const tokenInput = record({ name: filled(255), ability: oneOf(['read', 'write']) });

/**
 * Creates a token and gives it in clear, the only time it is seen.
 * Only its SHA-256 is kept: a random token needs no slow hash.
 */
export async function createToken(
  db: Database,
  teamId: number,
  input: unknown,
  secret: string = newSecret(),
): Promise<string> {
  const { name, ability } = parse(tokenInput, input);
  await db.apiToken.create({
    data: { id: newId(), teamId, name, ability, hash: hashOf(secret), prefix: secret.slice(0, SHOWN) },
  });
  return secret;
}

/** Revokes a token, named by itself or by its id. Gives whether there was one to revoke. */
export async function revokeToken(db: Database, token: string): Promise<boolean> {
  const [revoked] = await run<{ id: string; teamId: number }>(
    db,
    sql`update api_tokens set revoked_at = coalesce(revoked_at, now())
        where hash = ${hashOf(token)} or id::text = ${token.toLowerCase()}
        returning id, team_id as "teamId"`,
  );
  if (revoked) await notify(db, { topic: 'access.changed', teamId: revoked.teamId, tokenId: revoked.id });
  return revoked !== undefined;
}
