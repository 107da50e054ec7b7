import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import { isAbandoned } from './abandoned.ts';
import { type Claim, keyOf } from './claim.ts';

interface Portion {
  /** Maximum number of messages. */
  limit: number;
  /** Teams whose messages are skipped. */
  busy?: readonly number[];
  leaseSeconds: number;
  /** The id of the claiming process in `database/alive.ts`. */
  holder: number;
}

/**
 * Claims messages that are due or abandoned, for `leaseSeconds` on the database's clock, without campaigns and
 * suspended teams. Any number of workers may claim at once; no message goes to two. Kinds are claimed in the order of
 * their enum, so transactional mails come first. Messages are found team by team, so that a long queue of one team is
 * not read to reach those of others.
 */
export function claimMails(db: Database, { limit, busy = [], leaseSeconds, holder }: Portion): Promise<Claim[]> {
  return run<Claim>(
    db,
    sql`with recursive waiting(team_id) as (
          ${firstWaiting(empty)}
          union all
          select (${firstWaiting(sql`and m.team_id > w.team_id`)}) from waiting w where w.team_id is not null
        ), open as materialized (
          select t.id as team_id from waiting w join teams t on t.id = w.team_id and t.status = 'active'
          where t.id <> all(${busy}::int[]) and exists (
            select from unnest(${KINDS}) as kinds(kind) where exists (
              select from messages m where m.team_id = t.id and m.kind = kinds.kind
                and m.campaign_id is null and m.state in ('queued', 'deferred') and m.due_at <= now()))
          order by random() limit ${limit}
        ), abandoned as (
          select m.team_id, m.id, m.state from messages m
          join teams t on t.id = m.team_id and t.status = 'active' and t.id <> all(${busy}::int[])
          where m.campaign_id is null and ${isAbandoned}
          order by m.lease_until limit ${limit} for no key update of m skip locked
        ), queued as (
          select due.team_id, due.id, due.state
          from unnest(${KINDS}) as kinds(kind) cross join open cross join lateral (
            select m.team_id, m.id, m.state, m.kind, m.due_at from messages m
            where m.team_id = open.team_id and m.kind = kinds.kind
              and m.campaign_id is null and m.state in ('queued', 'deferred') and m.due_at <= now()
            order by m.due_at limit (select greatest(1, ${limit} / greatest(1, count(*))) from open)
            for no key update of m skip locked
          ) due order by due.kind, due.due_at limit greatest(0, ${limit} - (select count(*) from abandoned))
        ), found as (
          select * from abandoned union all select * from queued
        )
        ${take(leaseSeconds, holder)}`,
  );
}

/**
 * Claims messages of campaigns that are being sent. The campaigns share the limit evenly. A message that may have
 * arrived before its worker was lost is claimed only if the campaign has `repeat_unknown`.
 */
export function claimCampaignMessages(
  db: Database,
  { limit, busy = [], leaseSeconds, holder }: Portion,
): Promise<Claim[]> {
  return run<Claim>(
    db,
    sql`with active as materialized (
          select c.team_id, c.id, c.repeat_unknown from campaigns c join teams t on t.id = c.team_id and t.status = 'active'
          where c.status = 'sending' and c.enqueued_at is not null and t.id <> all(${busy}::int[])
        ), open as materialized (
          select a.team_id, a.id from active a where exists (
            select from messages m where m.team_id = a.team_id and m.campaign_id = a.id and m.campaign_id is not null
              and m.state in ('queued', 'deferred') and m.due_at <= now())
          order by random() limit ${limit}
        ), abandoned as (
          select m.team_id, m.id, m.state from messages m
          join active a on a.team_id = m.team_id and a.id = m.campaign_id
          where (m.state = 'claimed' or a.repeat_unknown) and ${isAbandoned}
          limit ${limit} for no key update of m skip locked
        ), queued as (
          select due.* from open a cross join lateral (
            select m.team_id, m.id, m.state from messages m
            where m.team_id = a.team_id and m.campaign_id = a.id and m.campaign_id is not null
              and m.state in ('queued', 'deferred') and m.due_at <= now()
            order by m.due_at limit (select greatest(1, ${limit} / greatest(1, count(*))) from open)
            for no key update of m skip locked
          ) due limit greatest(0, ${limit} - (select count(*) from abandoned))
        ), found as (
          select * from abandoned union all select * from queued
        )
        ${take(leaseSeconds, holder)}`,
  );
}

const KINDS = sql`'{transactional,confirmation}'::"MessageKind"[]`;

/** The first team with a waiting message, due or not, for which `more` is true. */
const firstWaiting = (more: Sql): Sql => sql`(
  select m.team_id from messages m
  where m.campaign_id is null and m.state in ('queued', 'deferred') ${more} order by m.team_id limit 1)`;

const take = (leaseSeconds: number, holder: number): Sql => sql`
  update messages m set state = 'claimed', fence = m.fence + 1, holder = ${holder}::int,
    lease_until = now() + make_interval(secs => ${leaseSeconds}),
    undecided = m.undecided + (found.state = 'sending')::int,
    first_try_at = coalesce(m.first_try_at, now())
  from found
  where m.team_id = found.team_id and m.id = found.id
  returning m.team_id as "teamId", m.id::text, m.created_at as "createdAt", m.kind::text, m.mail_id::text as "mailId",
    m.subscriber_id::text as "subscriberId", m.campaign_id::text as "campaignId", m.person_key::text as "personKey",
    (m.kind <> 'campaign' or exists (select from campaigns c
      where c.team_id = m.team_id and c.id = m.campaign_id and c.repeat_unknown)) as repeats,
    m.fence, m.remaining, m.failures, m.undecided, extract(epoch from now() - m.first_try_at)::float8 as age`;

/** Renews leases. Returns the claims that are still valid; the others belong to another worker by now. */
export async function extendLeases(db: Database, claims: readonly Claim[], leaseSeconds: number): Promise<Claim[]> {
  const rows = await run<{ index: number }>(
    db,
    sql`with held as materialized (
          select m.team_id, m.id, given.index
          from messages m
          join jsonb_to_recordset(${JSON.stringify(claims.map(keyOf))}::jsonb)
            as given(index int, "teamId" int, id uuid, fence int)
            on m.team_id = given."teamId" and m.id = given.id and m.fence = given.fence
          where m.state in ('claimed', 'sending')
          order by m.team_id, m.id for no key update of m
        )
        update messages m set lease_until = now() + make_interval(secs => ${leaseSeconds})
        from held where m.team_id = held.team_id and m.id = held.id
        returning held.index`,
  );
  return rows.map(({ index }) => claims[index]!);
}
