import { readAlive } from '../../database/alive.ts';
import { byTeam, ofOne, type Portion, teamOf } from '../../database/by-team.ts';
import { type Database, inTransaction, run, type Sql, sql } from '../../database/connect.ts';
import { notify } from '../../live/pubsub.ts';
import { createScope, WORKER } from '../../scope.ts';
import { hasExpired, isAbandoned } from '../ledger/abandoned.ts';
import { countOutcomes } from '../ledger/count-outcomes.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';

const CANCELLED = 'The campaign was cancelled.';
const LOST = 'The worker was lost while sending. The message may have arrived and is not sent again.';

interface OfTeam {
  teamId: number;
  id: string;
}

const idsOf = (campaigns: readonly OfTeam[]): string[] => campaigns.map(({ id }) => id);

const MAY_BE_LOST = sql`m.state = 'sending' and m.campaign_id is not null and ${hasExpired}`;

/**
 * Marks campaign messages and automation e-mails as unknown if their worker was lost while sending. The fence stays, so a
 * worker that returns can still record the result. Returns how many.
 */
export async function markLost(db: Database): Promise<number> {
  const expired = await run<{ teamId: number }>(
    db,
    sql`select m.team_id as "teamId" from messages m where ${MAY_BE_LOST} group by m.team_id`,
  );
  if (expired.length === 0) return 0;
  const alive = await readAlive(db);
  return count(db, expired, ({ teams }) => {
    return sql`with lost as (
          select m.team_id, m.id from messages m
          left join campaigns c on c.team_id = m.team_id ${ofOne(teams, sql`c.team_id`)} and c.id = m.campaign_id
          where m.team_id = any(${teams}::int[]) ${ofOne(teams, sql`m.team_id`)} and m.state = 'sending' and m.campaign_id is not null
            and ${isAbandoned(alive)} and (c.repeat_unknown and c.status = 'sending') is not true
          order by m.team_id, m.id for no key update of m skip locked
        ), marked as (
          update messages m set state = 'unknown', undecided = m.undecided + 1, lease_until = null, last_error = ${LOST}
          from lost l where m.team_id = l.team_id ${ofOne(teams, sql`m.team_id`)} and m.id = l.id
          returning m.team_id, m.id, m.kind, m.campaign_id, m.person_key, m.variant, null::text as withheld
        ), tried as (
          insert into attempts (team_id, message_id, outcome, reason) select team_id, id, 'undecided', ${LOST} from marked
        ), noted as (${noteOutcomes(sql`'sending', 'unknown'`, sql`marked`)})
        select 1 from marked`;
  });
}

/**
 * Withholds queued messages of cancelled campaigns, and those claimed by a lost worker. A live worker withholds its own at
 * the last check before sending. Parallel processes may run this. Returns how many.
 */
export async function withholdCancelled(db: Database, limit: number): Promise<number> {
  const cancelled = await run<OfTeam>(
    db,
    sql`select c.team_id as "teamId", c.id::text from campaigns c
        where ${IS_UNWITHHELD} limit ${CAMPAIGNS_AT_ONCE}`,
  );
  return count(db, cancelled, ({ teams, items }) => {
    const campaigns = sql`unnest(${items.map(teamOf)}::int[], ${idsOf(items)}::uuid[]) as c(team_id, id)`;
    return sql`with found as (
          select due.* from ${campaigns} cross join lateral (
            select m.team_id, m.id from messages m
            where m.team_id = c.team_id ${ofOne(teams, sql`m.team_id`)}
              and m.campaign_id = c.id and m.campaign_id is not null
              and m.state in ('queued', 'deferred')
            order by m.due_at limit ${limit} for no key update of m skip locked
          ) due limit ${limit}
        ), left_behind as (
          select m.team_id, m.id from messages m
          where m.team_id = any(${teams}::int[]) ${ofOne(teams, sql`m.team_id`)} and m.campaign_id = any(${idsOf(items)}::uuid[])
            and m.state = 'claimed' and ${hasExpired}
          limit ${limit} for no key update of m skip locked
        ), cancelled as (
          update messages m set state = 'withheld', withheld = 'cancelled', last_error = ${CANCELLED}
          from (select * from found union all select * from left_behind) f
          where m.team_id = f.team_id ${ofOne(teams, sql`m.team_id`)} and m.id = f.id
          returning m.team_id, m.id, m.kind, m.campaign_id, m.person_key, m.variant, m.withheld
        ), noted as (${noteOutcomes(sql`'queued', 'withheld'`, sql`cancelled`)})
        select 1 from cancelled`;
  });
}

/** More cancelled campaigns than ever exist at a time. Others follow in the next round. */
const CAMPAIGNS_AT_ONCE = 100;

/** Runs a statement for each portion of the items, and adds up the returned rows. */
async function count<Item extends { teamId: number }>(
  db: Database,
  found: readonly Item[],
  statement: (portion: Portion<Item>) => Sql,
): Promise<number> {
  const counts = byTeam(db, found, teamOf).map(async (portion) => (await run(db, statement(portion))).length);
  const number = (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  if (number > 0) await countOutcomes(db, found.map(teamOf));
  return number;
}

/** Adds an outcome for each message in `rows`. `states`: before, and now. */
const noteOutcomes = (states: Sql, rows: Sql): Sql => sql`
  insert into outcomes (team_id, message_id, kind, was, state, campaign_id, person_key, variant, withheld)
  select team_id, id, kind::text, ${states}, campaign_id, person_key, variant, withheld from ${rows}`;

/** Predicate over `c`, a campaign: all its messages are settled for good. */
const IS_THROUGH = sql`(c.recipients_count <= c.sent_count + c.failed_count + c.unknown_count + c.withheld_count)`;

/** Predicate over `c`, a campaign: all messages are settled, but its status does not say so yet. */
const IS_DONE = sql`c.status = 'sending' and c.enqueued_at is not null and ${IS_THROUGH}`;

const IS_UNWITHHELD = sql`c.status = 'cancelled' and not ${IS_THROUGH}`;

/** Campaigns that need one of these functions. */
export const CAMPAIGNS_TO_LOOK_AT: Sql = sql`
  select from campaigns c where (${IS_DONE}) or (${IS_UNWITHHELD}) union all select from messages m where ${MAY_BE_LOST}`;

/** Marks campaigns as sent once all their messages are settled for good. */
export async function endCampaigns(db: Database): Promise<void> {
  const done = await run<OfTeam>(db, sql`select c.team_id as "teamId", c.id::text from campaigns c where ${IS_DONE}`);
  await Promise.all(
    byTeam(db, done, teamOf).map(({ teams, items }) =>
      inTransaction(db, async (db) => {
        const ended = await run<OfTeam & { list: string }>(
          db,
          sql`update campaigns c set status = 'sent', ended_at = now(), updated_at = now()
              where c.team_id = any(${teams}::int[]) ${ofOne(teams, sql`c.team_id`)} and c.id = any(${idsOf(items)}::uuid[]) and ${IS_DONE}
              returning c.team_id as "teamId", c.id::text, c.list_id::text as list`,
        );
        for (const { teamId, id, list } of ended) {
          await notifyWebhooks(createScope(db, { id: teamId }, WORKER), 'campaign.sent', [{ id, list }]);
        }
        const notices = ended.map(({ teamId, id }) => ({ topic: 'campaign.progressed' as const, teamId, id }));
        if (notices.length > 0) await notify(db, ...notices);
      }),
    ),
  );
}
