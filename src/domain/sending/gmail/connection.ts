import type { Vault } from '../../../crypto/vault.ts';
import type { GmailConnection } from '../../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../../scope.ts';
import { filled, record } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import { encryptSecrets } from './secrets.ts';

export type { GmailConnection };

const printable = (max: number) =>
  filled(max).refine((value) => /^[\x20-\x7e]+$/.test(value), 'must be printable ASCII.');

export const connectionInput = record({
  clientId: printable(1_000),
  clientSecret: printable(4_000),
  refreshToken: printable(8_000),
});

/**
 * Stores the team's credentials in place of any others. A worker reads the statistics at once; those of before stay. Throws
 * ValidationError.
 */
export function connectGmail(scope: Scope, { vault }: { vault: Vault }, input: unknown): Promise<GmailConnection> {
  const { clientId, ...secret } = parse(connectionInput, input);
  const teamId = scope.team.id;
  const now = scope.now();
  const secrets = encryptSecrets(vault, teamId, secret);
  const data = { clientId, secrets, problem: null, failures: 0, nextReadAt: now, connectedAt: now };
  return transaction(scope, async ({ db }) => {
    await db.gmailConnection.createMany({ data: [{ teamId, ...data }], skipDuplicates: true });
    await db.gmailDomain.updateMany({ where: { teamId }, data: { readAt: null, problem: null } });
    return db.gmailConnection.update({ where: { teamId }, data });
  });
}

/** Deletes the team's credentials and Google's statistics. Returns whether there were any. */
export async function disconnectGmail(scope: Scope): Promise<{ disconnected: boolean }> {
  const { count } = await scope.db.gmailConnection.deleteMany({ where: { teamId: scope.team.id } });
  return { disconnected: count > 0 };
}

/** The team's connection. Null: none. */
export const readGmailConnection = (scope: Scope): Promise<GmailConnection | null> =>
  scope.db.gmailConnection.findUnique({ where: { teamId: scope.team.id } });
