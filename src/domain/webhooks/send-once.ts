import { Webhook } from 'standardwebhooks';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { Attempt } from './settle-deliveries.ts';

/** For the whole request. */
export const ANSWER_MS = 15_000;

/** The stored part of the response. */
const ANSWER_BYTES = 2_048;

const NOT_SAFE = 'The address does not use https.';

/** A request to an address. */
export interface Notification {
  id: string;
  url: string;
  /** JSON, as it is signed. */
  body: string;
}

/** The result of sending once. */
export interface Sent {
  attempt: Attempt;
  /** The receiver's request for more time. */
  retryAfter?: string | undefined;
  /** Whether requests to the address are not allowed. */
  isRefused: boolean;
}

export const isSuccess = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** The headers of Standard Webhooks, with a signature for each secret. */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** Sends once, signed as at `at`. Never throws. */
export async function sendOnce(
  { id, url, body }: Notification,
  { at, outbound, secrets }: { at: Date; outbound: Outbound; secrets: readonly string[] },
): Promise<Sent> {
  const from = performance.now();
  const taken = () => Math.round(performance.now() - from);
  try {
    if (!outbound.isSafe(url)) throw new OutboundError('refused', NOT_SAFE);
    const answer = await outbound.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(id, at, body, secrets) },
      body,
      maxBytes: ANSWER_BYTES,
      beginning: true,
      milliseconds: ANSWER_MS,
    });
    const { status, isPublic } = answer;
    const attempt = { at, milliseconds: taken(), status, answer: textOf(answer.body), error: null, isPublic };
    return { attempt, retryAfter: answer.headers['retry-after'], isRefused: false };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const attempt = { at, milliseconds: taken(), status: null, answer: null, error: error.message, isPublic: false };
    return { attempt, isRefused: error.why === 'refused' };
  }
}

/** The beginning of a response, without a split character, and without characters that PostgreSQL rejects. */
const textOf = (body: Buffer): string => new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '\ufffd');
