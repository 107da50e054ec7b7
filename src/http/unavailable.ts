import { noteFullDisk } from '../database/full-disk.ts';

/** Seconds to wait before trying again. */
export const RETRY_AFTER = 2;

export const FULL = 'The database disk is full. Try again later.';
export const NO_STORAGE = 'The media storage is not responding. Try again in a moment.';
export const READ_ONLY = 'The database does not accept changes at the moment. Try again later.';
export const CONFLICT = 'Another change interfered, and nothing was changed. Try again in a moment.';
export const TOO_SLOW = 'The database took too long, and nothing was changed. Try again in a moment.';
export const UNAVAILABLE = 'The database is not responding. Try again in a moment.';

/** By the codes of PostgreSQL, the network and Prisma, and the error kinds of Prisma's adapter. */
const BY_CODE: readonly (readonly [RegExp, string])[] = [
  // Shutting down, starting, a connection lost or ended for idling, too many connections.
  [/^(57P0[1235]|25P03|08...|53[34]00|P1001|P1002|P1008|P1017|P2024)$/, UNAVAILABLE],
  [/^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/, UNAVAILABLE],
  [/^(ConnectionClosed|SocketTimeout|DatabaseNotReachable|TooManyConnections)$/, UNAVAILABLE],
  // A demoted server, or a server locked by its provider.
  [/^25006$/, READ_ONLY],
  // A deadlock, or two changes of the same rows.
  [/^(40P01|40001|P2034|TransactionWriteConflict)$/, CONFLICT],
  // Limits that an operator has set on the role or the database: statement_timeout, lock_timeout, transaction_timeout.
  [/^(57014|55P03|25P04)$/, TOO_SLOW],
];

/** Messages of `pg` and Prisma that have no code. */
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/Connection terminated|Client was closed|not queryable|timeout exceeded when trying to connect/, UNAVAILABLE],
  [/Query read timeout|Unable to start a transaction|^timeout expired$|^(read|write|connect) ETIMEDOUT/, UNAVAILABLE],
  [/cannot execute .* in a read-only transaction/, READ_ONLY],
  // A migration has changed a table meanwhile.
  [/^cached plan must not change result type/, CONFLICT],
  [/expired transaction|Transaction already closed: .*timeout/, TOO_SLOW],
];

interface Failure {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: unknown } };
}

/**
 * Explains to a caller why the database or the media storage failed: unreachable, gone, full, read-only, too slow, or
 * a conflicting change. None of these is the caller's mistake or a bug. Undefined for any other error.
 */
export function unavailability(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, originalCode, kind, message, cause, meta } = error as Failure;
  if (noteFullDisk(code) || noteFullDisk(originalCode)) return FULL;
  if (code === 'MEDIA_STORAGE') return NO_STORAGE;
  const codes = [code, originalCode, kind].map(String);
  const found =
    BY_CODE.find(([pattern]) => codes.some((one) => pattern.test(one))) ??
    BY_WORDS.find(([pattern]) => pattern.test(String(message)));
  if (found) return found[1];
  return unavailability(meta?.driverAdapterError?.cause) ?? unavailability(cause);
}
