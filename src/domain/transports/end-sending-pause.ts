import type { Rest } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { makeDue } from '../ledger/make-due.ts';

/** Ends a rest: workers try again within seconds, and count from the beginning. Gives it as it was. Throws NotFoundError. */
export function endSendingPause(scope: Scope, id: unknown): Promise<Rest> {
  return transaction(scope, async (scope) => {
    const where = { teamId: scope.team.id, id: idOf(id) };
    return found((await endPauses(scope, where))[0]);
  });
}

/** Ends the rest of a whole transport, if there is one. */
export async function endPauseOfTransport(scope: Scope, transportId: string): Promise<void> {
  await endPauses(scope, { teamId: scope.team.id, transportId, domain: '' });
}

async function endPauses(scope: Scope, where: Partial<Rest>): Promise<Rest[]> {
  const rests = await scope.db.rest.findMany({ where });
  for (const { teamId, id, domain, until } of rests) {
    const { count } = await scope.db.rest.deleteMany({ where: { teamId, id } });
    if (count === 0) return [];
    if (until) await makeDue(scope, { until: until.toISOString(), domain: domain === '' ? null : domain });
  }
  return rests;
}
