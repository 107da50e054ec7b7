import { run, sql } from '../database/connect.ts';
import type { Scope } from '../scope.ts';

/** The first key of the advisory locks; the second is the team. */
const ERASING = 7_218_447;

/**
 * Prevents erasures in the team until the caller's transaction ends; its next statement sees all earlier ones. Every
 * transaction that stores an address must call this before it locks any row. Has no effect outside a transaction.
 * Writers do not wait for each other.
 */
export const withoutErasing = (scope: Scope): Promise<unknown> =>
  run(scope.db, sql`select pg_advisory_xact_lock_shared(${ERASING}::int, ${scope.team.id}::int)::text`);

/** Waits for transactions that called withoutErasing, and blocks new ones until the caller's transaction ends. */
export const whileErasing = (scope: Scope): Promise<unknown> =>
  run(scope.db, sql`select pg_advisory_xact_lock(${ERASING}::int, ${scope.team.id}::int)::text`);
