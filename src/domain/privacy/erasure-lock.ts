import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** The class of our advisory locks, one for each team. */
const ERASING = 7_218_447;

/**
 * Nobody of the team is erased before the caller's transaction ends, and what was erased before is seen by its next
 * statement. For every transaction that writes down an address: to be called before it locks any row, and with no effect
 * outside a transaction. Writers do not wait for each other.
 */
export const withoutErasing = (scope: Scope): Promise<unknown> =>
  run(scope.db, sql`select pg_advisory_xact_lock_shared(${ERASING}::int, ${scope.team.id}::int)::text`);

/** Waits for those, and lets no other one begin before the caller's transaction ends. */
export const whileErasing = (scope: Scope): Promise<unknown> =>
  run(scope.db, sql`select pg_advisory_xact_lock(${ERASING}::int, ${scope.team.id}::int)::text`);
