import type { Vault } from '../../../crypto/vault.ts';
import type { SendingDomain } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../../scope.ts';
import { found } from '../../found.ts';
import { askPostmaster, type Google, requestAccessToken } from './ask-google.ts';
import { readGmailConnection } from './connection.ts';
import { GmailProblem, type GmailProblemCode } from './problems.ts';
import { decryptSecrets } from './secrets.ts';

/** Whether Google accepts the credentials, and gives access to each domain. */
export interface GmailTest {
  problem: GmailProblemCode | null;
  domains: { domain: SendingDomain; problem: GmailProblemCode | null }[];
}

/** Domains that one test asks about. */
const MAX_DOMAINS = 20;

/**
 * Asks Google for an access token, and for the requirements of the verified sending domains. A worker reads the statistics at
 * once. Throws NotFoundError without a connection.
 */
export async function testGmail(scope: Scope, means: Google & { vault: Vault }): Promise<GmailTest> {
  const { clientId, secrets } = found(await readGmailConnection(scope));
  const teamId = scope.team.id;
  await scope.db.gmailConnection.updateMany({ where: { teamId }, data: { nextReadAt: scope.now() } });
  let token: string;
  try {
    token = await requestAccessToken(means, { clientId, ...decryptSecrets(means.vault, teamId, secrets) });
  } catch (error) {
    return { problem: codeOf(error), domains: [] };
  }
  const rows = await scope.db.sendingDomain.findMany({
    where: { teamId, verifiedAt: { not: null } },
    orderBy: { domain: 'asc' },
    take: MAX_DOMAINS,
  });
  const domains = await Promise.all(
    rows.map(async (domain) => {
      try {
        await askPostmaster(means, token, `domains/${encodeURIComponent(domain.domain)}/complianceStatus`);
        return { domain, problem: null };
      } catch (error) {
        return { domain, problem: codeOf(error) };
      }
    }),
  );
  const general = domains.find(({ problem }) => problem !== null && problem !== 'not_verified');
  return { problem: general?.problem ?? null, domains };
}

function codeOf(error: unknown): GmailProblemCode {
  if (error instanceof GmailProblem) return error.code;
  throw error;
}
