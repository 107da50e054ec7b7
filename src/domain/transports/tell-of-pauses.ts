import { type Database, inTransaction } from '../../database/connect.ts';
import { createScope, type Scope, WORKER } from '../../scope.ts';
import { OWN_TRANSPORT } from '../refusals/count-refusals.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';
import type { SendRoute } from './send-route.ts';
import {
  clearPauses,
  FAILURES_IN_A_ROW,
  type FailureRun,
  type RecordedFailures,
  recordFailures,
} from './sending-pauses.ts';

/** Like `recordFailures`, and notifies webhooks of whole transports whose first pause begins. */
export async function recordFailuresAndTell(
  db: Database,
  failed: readonly FailureRun[],
  options: { lengthens: boolean },
): Promise<RecordedFailures[]> {
  if (!failed.some(isWhole)) return recordFailures(db, failed, options);
  return inTransaction(db, async (db) => {
    const states = await recordFailures(db, failed, options);
    for (const { teamId, transportId, reason } of states.filter((state) => isWhole(state) && begins(state, failed))) {
      await tell(createScope(db, { id: teamId }, WORKER), 'transport.paused', transportId, { reason });
    }
    return states;
  });
}

/** Like `clearPauses`, and notifies webhooks of whole transports that were paused. */
export async function clearPausesAndTell(db: Database, routes: readonly SendRoute[]): Promise<SendRoute[]> {
  if (!routes.some(isWhole)) return clearPauses(db, routes);
  return inTransaction(db, async (db) => {
    const ended = await clearPauses(db, routes);
    for (const { teamId, transportId } of ended.filter(isWhole)) {
      await tellOfRecovered(createScope(db, { id: teamId }, WORKER), transportId);
    }
    return ended;
  });
}

/** Notifies webhooks that a transport may send again. `transportId`: null for the installation's own. */
export const tellOfRecovered = (scope: Scope, transportId: string | null): Promise<void> =>
  tell(scope, 'transport.recovered', transportId);

const isWhole = ({ domain }: SendRoute): boolean => domain === '';

/** Whether these failures begin the first pause: later ones of the same row only lengthen it. */
function begins({ teamId, transportId, failures, pauses }: RecordedFailures, failed: readonly FailureRun[]): boolean {
  const added = failed.find((one) => isWhole(one) && one.teamId === teamId && one.transportId === transportId);
  return pauses === 1 && failures >= FAILURES_IN_A_ROW && failures - (added?.failures ?? 0) < FAILURES_IN_A_ROW;
}

const tell = (scope: Scope, kind: string, transport: string | null, says: object = {}): Promise<void> =>
  notifyWebhooks(scope, kind, [{ id: transport ?? OWN_TRANSPORT, transport, ...says }]);
