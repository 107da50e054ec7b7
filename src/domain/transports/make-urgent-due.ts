import { type Database, run, sql } from '../../database/connect.ts';
import { notify } from '../../live/pubsub.ts';
import { AFTER_SECONDS, isTo } from '../ledger/make-due.ts';
import type { SendRoute } from './send-route.ts';

/** Messages of a place that are made due at once. The others come at their time. */
const AT_ONCE = 5_000;

/**
 * Makes urgent messages due that waited for a pause which has ended, so that they go before the campaigns that waited with them. Of those
 * that failed, only those that failed once: what failed more often fails for a reason of its own. Locked ones are on their way. Returns the
 * places that had some.
 */
export async function makeUrgentDue(db: Database, places: readonly SendRoute[]): Promise<SendRoute[]> {
  const awaited: SendRoute[] = [];
  for (const place of places) {
    const { teamId, domain } = place;
    const made = await run(
      db,
      sql`with waiting as (
            select due.id from unnest('{transactional,confirmation,data_request}'::"MessageKind"[]) as kinds(kind)
            cross join lateral (
              select m.id from messages m
              where m.team_id = ${teamId}::int and m.kind = kinds.kind and m.campaign_id is null
                and (m.state = 'queued' or m.state = 'deferred' and m.failures = 1) and m.first_try_at is not null
                and m.due_at > now() and m.due_at <= now() + make_interval(secs => ${AFTER_SECONDS}::int)
                and ${isTo(sql`nullif(${domain}::text, '')`)}
              order by m.due_at limit ${AT_ONCE}::int for no key update of m skip locked
            ) due
          )
          update messages m set due_at = now() from waiting where m.team_id = ${teamId}::int and m.id = waiting.id
          returning m.id::text`,
    );
    if (made.length === 0) continue;
    awaited.push(place);
    await notify(db, { topic: 'mail.queued', teamId, bulk: false });
  }
  return awaited;
}
