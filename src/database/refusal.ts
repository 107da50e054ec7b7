import pg from 'pg';

/** Codes of a server that is stopping, full, read-only or losing connections, or that was told to cancel a statement. */
const GONE = /^(08|25006|53|57)/;

/** Whether PostgreSQL refused a statement itself: for what it says, or because it met another one in a dead-lock. */
export const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !GONE.test(error.code ?? '');
