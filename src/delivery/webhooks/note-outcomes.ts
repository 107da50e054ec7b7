import type { Database } from '../../database/connect.ts';
import { mailDisabled } from '../../domain/sending/mail-disabled.ts';
import type { Settlement } from '../../domain/webhooks/settle-deliveries.ts';
import { noteHealth, type Outcome } from '../../domain/webhooks/webhook-health.ts';
import type { Log } from '../../log.ts';
import { GONE } from './send-webhook-delivery.ts';

/**
 * Records the results of attempts for their webhooks. When a webhook is disabled, its team gets an e-mail with a link to the
 * dashboard at `publicUrl`, and the operator a log line.
 */
export const noteOutcomes = (
  db: Database,
  settlements: readonly Settlement[],
  { log, publicUrl }: { log: Log; publicUrl: string },
): Promise<void> =>
  noteHealth(db, settlements.flatMap(outcomeOf), async (scope, disabled) => {
    const notified = await mailDisabled(scope, disabled, publicUrl);
    log.warn(
      { team: scope.team.id, webhook: disabled.id, reason: disabled.reason, told: notified },
      'a webhook was disabled',
    );
  });

function outcomeOf({ delivery: { teamId, webhookId }, attempt, state, isSent }: Settlement): Outcome[] {
  if (webhookId === null || isSent === false) return [];
  if (state === 'delivered') return [{ teamId, webhookId, what: 'success' }];
  return [{ teamId, webhookId, what: attempt.status === GONE ? 'gone' : 'failure' }];
}
