import pg from 'pg';

/** Codes of a server that is stopping, full, read-only or losing connections, or that cancelled a statement. */
const GONE = /^(08|25006|53|57)/;

/** Whether PostgreSQL itself refused a statement, for its content or because of a deadlock. */
export const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !GONE.test(error.code ?? '');

/** PostgreSQL's error classes: connection, a read-only database, rollback (deadlock), resources, operator intervention. */
const LOST = ['08', '25006', '40', '53', '57'];

/** Whether an error ends the whole transaction, even with a savepoint, so that it must be repeated. */
export function isLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && LOST.some((start) => code.startsWith(start));
}
