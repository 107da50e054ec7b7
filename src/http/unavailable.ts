/** Seconds after which to try again. */
export const RETRY_AFTER = 2;

export const UNAVAILABLE = 'The database does not answer. Try again in a moment.';

/** PostgreSQL's codes (shutting down, starting, connection lost, too many connections), the network's, and Prisma's. */
const CODES =
  /^(57P0[123]|08...|53300|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1017|P2024)$/;

/** Messages of `pg` and Prisma that have no code. */
const WORDS =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Unable to start a transaction/;

interface Failure {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: unknown } };
}

/** Whether the database could not be reached or went away. This is neither the caller's mistake nor a bug. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause, meta } = error as Failure;
  if (CODES.test(String(code)) || WORDS.test(String(message))) return true;
  return isUnavailable(meta?.driverAdapterError?.cause) || isUnavailable(cause);
}
