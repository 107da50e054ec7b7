import { type Database, runOnce, sql } from '../../database/connect.ts';
import { notify } from '../../live/pubsub.ts';
import { urgentWaiting, waitedFor } from '../ledger/make-due.ts';
import type { SendRoute } from './send-route.ts';

/**
 * Makes urgent messages due that waited for an ended pause, so that they go before the campaigns that waited with them. Of
 * failed messages, only those that failed once: repeated failures have their own cause. Locked ones are in transit. Returns
 * the routes that had some.
 */
export async function makeUrgentDue(db: Database, routes: readonly SendRoute[]): Promise<SendRoute[]> {
  const awaited: SendRoute[] = [];
  for (const route of routes) {
    const { teamId, domain } = route;
    const which = sql`(m.state = 'queued' or m.failures = 1) and ${waitedFor(teamId, sql`now()`, sql`nullif(${domain}::text, '')`)}`;
    const made = await runOnce(
      db,
      sql`with waiting as (${urgentWaiting(teamId, which)})
          update messages m set due_at = now() from waiting where m.team_id = ${teamId} and m.id = waiting.id
          returning m.id::text`,
    );
    if (made.length === 0) continue;
    awaited.push(route);
    await notify(db, { topic: 'mail.queued', teamId, bulk: false });
  }
  return awaited;
}
