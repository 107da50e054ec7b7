import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderEvent } from '../../domain/sending/receive-feedback.ts';

/** A provider's call as received. */
export interface ProviderCall {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The secret that authenticates the provider. */
  secret: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** A verified call: its relevant events, and a text that identifies the call among those of its source. */
export interface ProvenCall {
  call: string;
  events: readonly ProviderEvent[];
}

/** Verifies a call and reads its events. Throws CallError, or ValidationError for invalid reports. */
export type Provider = (call: ProviderCall) => Promise<ProvenCall> | ProvenCall;

/** A call was rejected. `status` is the HTTP status of the answer. */
export class CallError extends Error {
  readonly status: number;
  constructor(status: 400 | 401 | 403 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

export const unsigned = (): CallError => new CallError(401, 'The signature is missing or invalid.');

/** Allows for clock differences and slow networks. */
const TOLERANCE_SECONDS = 300;

/** Throws CallError when a time (seconds since 1970) is too far in the past or future. */
export function refuseOld(seconds: number, now: number, tolerance = TOLERANCE_SECONDS): void {
  const age = now / 1_000 - seconds;
  if (!Number.isFinite(age)) throw unsigned();
  if (age > tolerance || age < -TOLERANCE_SECONDS) throw new CallError(403, 'The call was signed too long ago.');
}
