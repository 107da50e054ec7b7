import { noteFullDisk } from '../database/full-disk.ts';

/** Seconds after which to try again. */
export const RETRY_AFTER = 2;

export const FULL = 'The disk of the database is full. Try again later.';
export const NO_STORAGE = 'The storage of media does not answer. Try again in a moment.';
export const UNAVAILABLE = 'The database does not answer. Try again in a moment.';

/** PostgreSQL's codes (shutting down, starting, connection lost, too many connections), the network's, and Prisma's. */
const CODES =
  /^(57P0[123]|08...|53300|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1017|P2024)$/;

/** Messages of `pg` and Prisma that have no code. */
const WORDS =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Unable to start a transaction/;

interface Failure {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: unknown } };
}

/**
 * What to tell a caller when the database or the storage of media could not be reached, went away or is full, which is neither the caller's mistake
 * nor a bug; undefined for any other error.
 */
export function unavailability(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, originalCode, message, cause, meta } = error as Failure;
  if (noteFullDisk(code) || noteFullDisk(originalCode)) return FULL;
  if (code === 'MEDIA_STORAGE') return NO_STORAGE;
  if (CODES.test(String(code)) || WORDS.test(String(message))) return UNAVAILABLE;
  return unavailability(meta?.driverAdapterError?.cause) ?? unavailability(cause);
}
