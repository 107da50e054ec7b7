/** For how long a simulation may go on. */
export const LIMIT_MS = 5_000;

export class TooLong extends Error {}

/** Codes of PostgreSQL: a statement was cancelled, a lock was not to be had. */
const CODES = ['57014', '55P03'];

/** Whether a simulation ends because it, or what it waits for, takes too long. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof TooLong ||
  CODES.some((code) => (error as { code?: unknown }).code === code || String(error).includes(code));
