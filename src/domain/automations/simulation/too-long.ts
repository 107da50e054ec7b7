/** The time limit of a simulation. */
export const LIMIT_MS = 5_000;

export class TooLong extends Error {}

/** PostgreSQL codes: statement cancelled, lock not available. */
const CODES = ['57014', '55P03'];

/** Whether a simulation failed because it, or a lock, took too long. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof TooLong ||
  CODES.some((code) => (error as { code?: unknown }).code === code || String(error).includes(code));
