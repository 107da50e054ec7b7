import type { IncomingHttpHeaders } from 'node:http';
import type { Report } from '../../domain/sending/record-feedback.ts';

/** A call of a provider as it came in. */
export interface ProviderCall {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** What the provider proves itself with. */
  secret: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** A call that the provider has made: what it reports, and what tells it from each other call of the source. */
export interface ProvenCall {
  call: string;
  reports: readonly Omit<Report, 'teamId'>[];
}

/** Checks that a call is the provider's, and reads it. Throws CallError, and ValidationError for what it reports. */
export type Provider = (call: ProviderCall) => Promise<ProvenCall> | ProvenCall;

/** Why a call is not taken; `status` is the answer's. */
export class CallError extends Error {
  readonly status: number;
  constructor(status: 400 | 401 | 403 | 503, message: string) {
    super(message);
    this.status = status;
  }
}

export const unsigned = (): CallError => new CallError(401, 'The call is not signed as it should be.');

/** Clocks differ, and networks take their time. */
const TOLERANCE_SECONDS = 300;

/** Refuses a moment that is too long ago, or to come. Takes seconds since 1970. Throws CallError. */
export function refuseOld(seconds: number, now: number, tolerance = TOLERANCE_SECONDS): void {
  const age = now / 1_000 - seconds;
  if (!Number.isFinite(age)) throw unsigned();
  if (age > tolerance || age < -TOLERANCE_SECONDS) throw new CallError(403, 'The call was signed too long ago.');
}
