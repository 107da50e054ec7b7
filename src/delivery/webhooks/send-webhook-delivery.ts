import { databaseNow } from '../../database/clock.ts';
import type { Database } from '../../database/connect.ts';
import type { ClaimedWebhookDelivery } from '../../domain/webhooks/delivery.ts';
import { delayAfter } from '../../domain/webhooks/retry.ts';
import { isSuccess, sendOnce } from '../../domain/webhooks/send-once.ts';
import type { Settlement } from '../../domain/webhooks/settle-deliveries.ts';
import type { Outbound } from '../../outbound/outbound.ts';

export const GONE = 410;

const DISABLED = 'The webhook is disabled.';

/** Sends a delivery once, and returns its settlement. Never throws. */
export async function sendWebhookDelivery(
  delivery: ClaimedWebhookDelivery,
  { db, outbound, secrets }: { db: Database; outbound: Outbound; secrets: readonly string[] },
): Promise<Settlement> {
  const at = databaseNow(db);
  const { attempt, retryAfter, isRefused } = await sendOnce(delivery, { at, outbound, secrets });
  const now = new Date(at.getTime() + attempt.milliseconds);
  if (isSuccess(attempt)) return { delivery, attempt, state: 'delivered', at: now };
  const isFinal = isRefused || attempt.status === GONE;
  const delay = isFinal ? undefined : delayAfter(delivery.attempts - delivery.before, retryAfter, now);
  if (delay === undefined) return { delivery, attempt, state: 'failed', at: now };
  return { delivery, attempt, state: 'pending', at: new Date(now.getTime() + delay) };
}

/** The settlement of an unsent delivery, whose webhook is disabled or deleted. */
export function notSent(delivery: ClaimedWebhookDelivery, at: Date): Settlement {
  const attempt = { at, milliseconds: 0, status: null, answer: null, error: DISABLED, isPublic: false };
  return { delivery, attempt, state: 'failed', at, isSent: false };
}
