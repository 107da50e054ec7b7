/** PostgreSQL's error classes: connection, a read-only database, rollback (deadlock), resources, operator intervention. */
const LOST = ['08', '25006', '40', '53', '57'];

/** Whether an error ends the whole transaction, even with a savepoint, so that it must be repeated. */
export function isLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && LOST.some((start) => code.startsWith(start));
}
