import pg from 'pg';

/** Codes of a server that is stopping, full, read-only or losing connections, or that cancelled a statement. */
const GONE = /^(08|25006|53|57)/;

/** Whether PostgreSQL itself refused a statement, for its content or because of a deadlock. */
export const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !GONE.test(error.code ?? '');
