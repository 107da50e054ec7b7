import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { found, idOf } from '../found.ts';

/** Returns one domain. Throws NotFoundError. */
export async function readSendingDomain(scope: Scope, id: unknown): Promise<SendingDomain> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.sendingDomain.findUnique({ where }));
}
