import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import type { ClaimedWebhookDelivery, Endpoint } from './delivery.ts';

/** An endpoint, and how many deliveries it may get now. */
export interface Room extends Endpoint {
  room: number;
}

/** The lane of a delivery, as in the index of migration 0194. */
const LANE = sql`coalesce(d.webhook_id::text, left(d.url, 500))`;

const IS_DUE = sql`d.state = 'pending' and d.due_at <= now()`;

/** Finds up to `limit` endpoints of active teams that have due deliveries, in any order. Reads and locks nothing else. */
export function findEndpoints(db: Database, limit: number): Promise<Endpoint[]> {
  const due = isDistributed(db)
    ? sql`(select d.team_id, d.host, ${LANE} as lane from webhook_deliveries d where ${IS_DUE} group by 1, 2, 3)`
    : sql`(select w.team_id, w.host, w.lane from ${DUE_LANES})`;
  return run<Endpoint>(
    db,
    sql`${isDistributed(db) ? empty : WAITING}
        select due.team_id as "teamId", due.host, due.lane from ${due} due
        join teams t on t.id = due.team_id and t.status = 'active'
        order by random() limit ${limit}`,
  );
}

/** Skips from endpoint to endpoint, so that the queue of one that is down is not read to reach the others. */
const WAITING = sql`with recursive waiting(team_id, host, lane) as (
  ${firstWaiting(empty)}
  union all
  select next.* from waiting w cross join lateral ${firstWaiting(
    sql`and (d.team_id, d.host, ${LANE}) > (w.team_id, w.host, w.lane)`,
  )} next)`;

function firstWaiting(more: Sql): Sql {
  return sql`(select d.team_id, d.host, ${LANE} as lane from webhook_deliveries d
    where d.state = 'pending' ${more} order by d.team_id, d.host, ${LANE} limit 1)`;
}

const DUE_LANES = sql`waiting w
           where exists (select from webhook_deliveries d
             where d.team_id = w.team_id and d.host = w.host and ${LANE} = w.lane and ${IS_DUE})`;

/** Endpoints with due deliveries, on one machine. */
export const DUE_WEBHOOK_DELIVERIES: Sql = sql`${WAITING} select from ${DUE_LANES}`;

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
