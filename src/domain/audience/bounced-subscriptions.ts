import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { changeMatching } from './change-subscribers.ts';
import { announceSubscribers } from './live-subscribers.ts';

/** The most suppressions, or people with soft bounces, that one call resets. */
export const MAX_LIFTED = 100_000;

/** The number of matching subscriptions. `which`: a predicate over `s`. */
export async function countSubscriptions({ db, team }: Scope, which: Sql): Promise<number> {
  const [row] = await run<{ count: number }>(
    db,
    sql`select count(*)::int as count from subscribers s where s.team_id = ${team.id} and ${which}`,
  );
  return row?.count ?? 0;
}

/**
 * Restores the previous status of bounced subscriptions, subscribed or unconfirmed, and notifies followers. `which`: a
 * predicate over `s`. Returns how many. Uses the caller's transaction.
 */
export async function setGoing(scope: Scope, which: Sql): Promise<number> {
  const changed = await changeMatching(scope, which, ({ hasJoined }) => ({
    status: hasJoined ? 'subscribed' : 'unconfirmed',
  }));
  await announceSubscribers(scope, changed);
  return changed.length;
}
