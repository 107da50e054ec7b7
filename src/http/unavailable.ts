/** Seconds after which a caller may try again. */
export const RETRY_AFTER = 2;

export const UNAVAILABLE = 'The database does not answer. Try again in a moment.';

/** Of PostgreSQL: shutting down, starting, connection lost, too many of them; of the network; of Prisma. */
const CODES =
  /^(57P0[123]|08...|53300|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1017|P2024)$/;

/** What `pg` and Prisma say without a code. */
const WORDS =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Unable to start a transaction/;

interface Told {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: unknown } };
}

/** Whether the database could not be reached, or went away meanwhile: neither the caller's fault nor one of ours. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause, meta } = error as Told;
  if (CODES.test(String(code)) || WORDS.test(String(message))) return true;
  return isUnavailable(meta?.driverAdapterError?.cause) || isUnavailable(cause);
}
