import type { SendingPause } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { makeDue } from '../ledger/make-due.ts';
import { transportOfPause } from './sending-pauses.ts';
import { tellOfRecovered } from './tell-of-pauses.ts';

/**
 * Ends a pause: workers try again within seconds, and count failures from zero. Returns it as it was. Throws NotFoundError.
 */
export function endSendingPause(scope: Scope, id: unknown): Promise<SendingPause> {
  return transaction(scope, async (scope) => {
    const where = { teamId: scope.team.id, id: idOf(id) };
    return found((await endPauses(scope, where))[0]);
  });
}

/** Ends the pause of a whole transport, if there is one. */
export async function endPauseOfTransport(scope: Scope, transportId: string): Promise<void> {
  await endPauses(scope, { teamId: scope.team.id, transportId, domain: '' });
}

async function endPauses(scope: Scope, where: Partial<SendingPause>): Promise<SendingPause[]> {
  const pauses = await scope.db.sendingPause.findMany({ where });
  for (const pause of pauses) {
    const { teamId, id, domain, pausedUntil } = pause;
    const { count } = await scope.db.sendingPause.deleteMany({ where: { teamId, id } });
    if (count === 0) return [];
    if (!pausedUntil) continue;
    await makeDue(scope, { until: pausedUntil.toISOString(), domain: domain === '' ? null : domain });
    if (domain === '') await tellOfRecovered(scope, transportOfPause(pause));
  }
  return pauses;
}
