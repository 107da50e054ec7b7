import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { distinctKeys } from '../../database/distinct-keys.ts';
import type { ClaimedWebhookDelivery, Endpoint } from './delivery.ts';

/** An endpoint, and how many deliveries it may get now. */
export interface Room extends Endpoint {
  room: number;
}

/** The lane of a delivery, as in the index of migration 0194. */
const LANE = sql`coalesce(d.webhook_id::text, left(d.url, 500))`;

/** The endpoints with due deliveries, as a subquery: the queue of one that is down is not read to reach the others. */
const dueEndpoints = (db: Database): Sql =>
  distinctKeys(db, {
    rows: sql`webhook_deliveries d`,
    keys: { team_id: sql`d.team_id`, host: sql`d.host`, lane: LANE },
    indexed: sql`d.state = 'pending'`,
    where: sql`d.due_at <= now()`,
  });

/** Finds up to `limit` endpoints of active teams that have due deliveries, in any order. Reads and locks nothing else. */
export const findEndpoints = (db: Database, limit: number): Promise<Endpoint[]> =>
  run<Endpoint>(
    db,
    sql`select due.team_id as "teamId", due.host, due.lane from ${dueEndpoints(db)} due
        join teams t on t.id = due.team_id and t.status = 'active'
        order by random() limit ${limit}`,
  );

/** Endpoints with due deliveries, as a statement. */
export const dueWebhookDeliveries = (db: Database): Sql => sql`select from ${dueEndpoints(db)} due`;

/**
 * Claims due deliveries for endpoints, the oldest first, and no more for each than it has room. They become due again after
 * `leaseSeconds` on the database's clock, unless they are settled before. Workers may claim in parallel. A delivery waits
 * until an older one about the same thing was tried for the first time, so that a webhook receives the events of each thing
 * in order, except for retries.
 */
export async function claimWebhookDeliveries(
  db: Database,
  rooms: readonly Room[],
  leaseSeconds: number,
): Promise<ClaimedWebhookDelivery[]> {
  const portions = byTeam(db, rooms, teamOf);
  const claimed = await Promise.all(
    portions.map(({ teams, items }) =>
      run<ClaimedWebhookDelivery>(
        db,
        sql`with due as (
              select found.* from unnest(${items.map(teamOf)}::int[], ${items.map(({ host }) => host)}::text[],
                ${items.map(({ lane }) => lane)}::text[], ${items.map(({ room }) => room)}::int[]) as open(team_id, host, lane, room)
              cross join lateral (
                select d.team_id, d.id, now() + make_interval(secs => ${leaseSeconds}) as lease_until
                from webhook_deliveries d
                where d.team_id = open.team_id ${ofOne(teams, sql`d.team_id`)} and d.host = open.host and ${LANE} = open.lane
                  and d.state = 'pending' and d.due_at <= now()
                  and (d.subject is null or d.retrying or not exists (
                    select from webhook_deliveries e
                    where e.team_id = d.team_id ${ofOne(teams, sql`e.team_id`)} and e.webhook_id = d.webhook_id
                      and e.subject = d.subject and e.state = 'pending' and not e.retrying and e.id < d.id))
                order by d.due_at, d.id limit open.room
                for no key update of d skip locked
              ) found
            )
            update webhook_deliveries d set due_at = due.lease_until, fence = d.fence + 1, attempts = d.attempts + 1
            from due where d.team_id = due.team_id ${ofOne(teams, sql`d.team_id`)} and d.id = due.id
            returning d.team_id as "teamId", d.id::text, d.webhook_id::text as "webhookId", d.url, d.host, ${LANE} as lane, d.body,
              d.attempts, d.before, d.fence`,
      ),
    ),
  );
  return claimed.flat();
}
