import { Webhook } from 'standardwebhooks';
import { databaseNow } from '../../database/clock.ts';
import type { Database } from '../../database/connect.ts';
import type { ClaimedDelivery } from '../../domain/webhooks/delivery.ts';
import { delayAfter } from '../../domain/webhooks/retry.ts';
import type { Attempt, Settlement } from '../../domain/webhooks/settle-deliveries.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';

/** For the whole request. */
export const ANSWER_MS = 15_000;

/** Of the answer that is kept. */
const ANSWER_BYTES = 2_048;

const GONE = 410;

const NOT_SAFE = 'The address is not one of https.';

/** The headers of Standard Webhooks, with a signature for each secret. */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** Sends a delivery once, and says how it goes on with it. What went wrong is never thrown. */
export async function sendDelivery(
  delivery: ClaimedDelivery,
  { db, outbound, secrets }: { db: Database; outbound: Outbound; secrets: readonly string[] },
): Promise<Settlement> {
  const at = databaseNow(db);
  const from = performance.now();
  const taken = () => Math.round(performance.now() - from);
  const now = () => new Date(at.getTime() + taken());
  try {
    if (!outbound.isSafe(delivery.url)) throw new OutboundError('refused', NOT_SAFE);
    const { status, headers, body, isPublic } = await outbound.request(delivery.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(delivery.id, at, delivery.body, secrets) },
      body: delivery.body,
      ...{ maxBytes: ANSWER_BYTES, beginning: true, milliseconds: ANSWER_MS },
    });
    const attempt = { at, milliseconds: taken(), status, answer: textOf(body), error: null, isPublic };
    if (status >= 200 && status < 300) return { delivery, attempt, state: 'delivered', at: now() };
    return next(delivery, attempt, { isFinal: status === GONE, retryAfter: headers['retry-after'] }, now());
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const attempt = { at, milliseconds: taken(), status: null, answer: null, error: error.message, isPublic: false };
    return next(delivery, attempt, { isFinal: error.why === 'refused' }, now());
  }
}

function next(
  delivery: ClaimedDelivery,
  attempt: Attempt,
  { isFinal, retryAfter }: { isFinal: boolean; retryAfter?: string },
  now: Date,
): Settlement {
  const delay = isFinal ? undefined : delayAfter(delivery.attempts, retryAfter, now);
  if (delay === undefined) return { delivery, attempt, state: 'failed', at: now };
  return { delivery, attempt, state: 'pending', at: new Date(now.getTime() + delay) };
}

/** The beginning of an answer, without a character that was cut, and without what PostgreSQL does not take. */
const textOf = (body: Buffer): string => new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '\ufffd');
