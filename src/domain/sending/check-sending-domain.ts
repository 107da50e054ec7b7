import type { Prisma, SendingDomain } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';
import { checkRecords, type Surroundings } from './check-records.ts';
import { checkResult, type DomainCheck, hasFailed } from './domain-check.ts';
import type { Findings } from './finding.ts';
import { hostsOf } from './mail-hosts.ts';
import { readSendingDomain } from './read-sending-domain.ts';

/** Checks the domain's records in DNS and stores the result. Throws NotFoundError. */
export async function checkSendingDomain(
  scope: Scope,
  surroundings: Surroundings,
  id: unknown,
): Promise<SendingDomain> {
  const domain = await readSendingDomain(scope, id);
  const findings = await checkRecords(surroundings, domain, await hostsOf(scope, surroundings, domain.domain));
  // One miss is enough here: the caller wants to see the result.
  const { isRotated, ...after } = checkResult(domain, findings, scope.now(), 1);
  const { selector, nextSelector, nextPublicKey } = domain;
  const row = await transaction(scope, async (scope) => {
    const [row] = await scope.db.sendingDomain.updateManyAndReturn({
      where: { teamId: scope.team.id, id: domain.id, selector, nextSelector, nextPublicKey },
      data: { ...asColumns(after), ...(isRotated && rotated(domain)) },
    });
    if (row && hasFailed(domain, after)) await notifyWebhooks(scope, 'sending_domain.failed', [{ id: row.id }]);
    return row;
  });
  // The keys have changed meanwhile, so the result is about others.
  return row ?? checkSendingDomain(scope, surroundings, id);
}

const asColumns = ({ found, oldKeys, ...after }: Omit<DomainCheck, 'isRotated'>) => ({
  ...after,
  found: asJson(found),
  oldKeys: oldKeys as unknown as Prisma.InputJsonArray,
});

/** Findings for Prisma. */
export const asJson = (found: Findings) => found as unknown as Prisma.InputJsonObject;

/** The columns of a domain whose next key becomes the current one. */
const rotated = ({
  nextSelector,
  nextPublicKey,
  nextPrivateKey,
}: SendingDomain): Prisma.SendingDomainUpdateManyMutationInput => ({
  selector: nextSelector!,
  publicKey: nextPublicKey!,
  privateKey: nextPrivateKey!,
  nextSelector: null,
  nextPublicKey: null,
  nextPrivateKey: null,
  rotationStartedAt: null,
});
