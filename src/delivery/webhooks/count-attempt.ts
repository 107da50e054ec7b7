import type { Settlement } from '../../domain/webhooks/settle-deliveries.ts';
import { webhookAttempts } from '../../metrics/metrics.ts';

/** Counts an attempt, and how long it took. */
export function countAttempt({ delivery, attempt, state }: Settlement): void {
  const outcome = state === 'pending' ? 'deferred' : state;
  const origin = delivery.webhookId === null ? 'automation' : 'webhook';
  webhookAttempts.observe({ origin, outcome }, attempt.milliseconds / 1_000);
}
