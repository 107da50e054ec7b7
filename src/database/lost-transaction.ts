/** PostgreSQL's errors by class: connection, a read-only database, rollback (deadlock), resources, intervention by the operator. */
const LOST = ['08', '25006', '40', '53', '57'];

/** Whether an error means that the transaction cannot go on, whatever savepoint it goes back to, and is to be tried anew. */
export function isLost(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && LOST.some((start) => code.startsWith(start));
}
