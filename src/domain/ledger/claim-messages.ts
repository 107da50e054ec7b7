import { readAlive } from '../../database/alive.ts';
import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { isAbandoned } from './abandoned.ts';
import { AUTOMATION_EMAILS, type Claim, keyOf, type Lane, URGENT } from './claim.ts';
import { findCampaigns, type WaitingCampaign } from './find-campaigns.ts';
import { activeTeams, findTeams, findTeamsAmong, type WaitingTeam } from './find-waiting.ts';
import { reservePace } from './reserve-pace.ts';

interface Portion {
  /** Maximum number of messages. */
  limit: number;
  /** Teams whose messages are skipped. */
  busy?: readonly number[];
  /** Only these teams, whose tables may be on several machines. Default: all. */
  teams?: readonly number[];
  leaseSeconds: number;
  /** The id of the claiming process in `database/alive.ts`. */
  holder: number;
}

/**
 * Claims due or abandoned messages for `leaseSeconds` on the database's clock, except bulk ones and those of suspended teams.
 * Workers may claim in parallel; no message goes to two. Teams share the limit evenly. Kinds are claimed in the order of
 * their enum, so transactional mails come first. It first finds the teams with messages, so that nothing is read of the
 * others.
 */
export async function claimMails(db: Database, { limit, busy = [], teams: of, ...lease }: Portion): Promise<Claim[]> {
  const teams = await (of ? activeTeams(db, of) : findTeams(db, URGENT, { limit, busy }));
  const share = shareOf(limit, teams);
  const alive = await aliveIfNeeded(db, teams);
  return allOf(claimsOfTeams(db, URGENT, teams, { limit, share, alive, ...lease }));
}

/**
 * Claims messages of campaigns that are being sent, and automation e-mails. The campaigns and the automation e-mails of each
 * team share the limit evenly, and a paced campaign takes no more than it may send now. A message that may have arrived before
 * its worker was lost is claimed only if its campaign has `repeat_unknown`. Retries come first: a greylisting server waits for
 * them.
 */
export async function claimBulk(db: Database, { limit, busy = [], teams: of, ...lease }: Portion): Promise<Claim[]> {
  const [campaigns, teams] = await Promise.all([
    findCampaigns(db, { limit, busy, of }),
    of ? findTeamsAmong(db, AUTOMATION_EMAILS, of) : findTeams(db, AUTOMATION_EMAILS, { limit, busy }),
  ]);
  const share = shareOf(limit, [...campaigns, ...teams]);
  const alive = await aliveIfNeeded(db, [...campaigns, ...teams]);
  const options = { limit, share, alive, ...lease };
  return allOf([
    ...(await claimsOfCampaigns(db, campaigns, options)),
    ...claimsOfTeams(db, AUTOMATION_EMAILS, teams, options),
  ]);
}

interface Claiming extends Pick<Portion, 'limit' | 'leaseSeconds' | 'holder'> {
  /** Messages of each team or campaign. */
  share: number;
  alive: readonly number[] | undefined;
}

function claimsOfTeams(
  db: Database,
  { kinds, has, mayRepeat, retriesFirst }: Lane,
  found: readonly WaitingTeam[],
  { limit, share, alive, ...lease }: Claiming,
): Promise<Claim[]>[] {
  return byTeam(db, found, teamOf).map(({ teams }) => {
    const atMost = Math.min(limit, share * teams.length);
    const due = (which: Sql) => sql`
            select due.team_id, due.id, due.state
            from unnest(${kinds}) as kinds(kind)
            cross join unnest(${teams}::int[]) as open(team_id)
            cross join lateral (
              select m.team_id, m.id, m.state, m.kind, m.due_at from messages m
              where m.team_id = open.team_id ${ofOne(teams, sql`m.team_id`)} and m.kind = kinds.kind
                and ${has} and m.state in ('queued', 'deferred') and m.due_at <= now() and ${which}
              order by m.due_at limit ${share}
              for no key update of m skip locked
            ) due order by due.kind, due.due_at`;
    const queued = retriesFirst
      ? sql`(${due(sql`m.failures > 0`)}) union all (${due(sql`m.failures = 0`)})`
      : due(sql`true`);
    return run<Claim>(
      db,
      sql`with abandoned as (
            select m.team_id, m.id, m.state from messages m
            where m.team_id = any(${teams}::int[]) ${ofOne(teams, sql`m.team_id`)}
              and ${has} and ${mayRepeat} and ${isAbandoned(alive)}
            order by m.lease_until limit ${atMost} for no key update of m skip locked
          ), queued as (
            ${queued} limit greatest(0, ${atMost} - (select count(*) from abandoned))
          )${claimRows(teams, lease)}
          select ${CLAIM}, m.campaign_id is null as repeats from claimed m`,
    );
  });
}

async function claimsOfCampaigns(
  db: Database,
  found: readonly WaitingCampaign[],
  { limit, share, alive, ...lease }: Claiming,
): Promise<Promise<Claim[]>[]> {
  const [heldBack, others] = split(found, ({ messagesPerMinute }) => messagesPerMinute !== null);
  const paced = heldBack.length > 0 ? await reservePace(db, heldBack, share) : [];
  const portions = [
    ...byTeam(db, others, teamOf).map((portion) => ({ ...portion, each: share })),
    ...paced.flatMap(({ campaign, granted }) =>
      granted > 0 ? { teams: [campaign.teamId], items: [campaign], each: granted } : [],
    ),
  ];
  return portions.map(({ teams, items, each }) => {
    const atMost = Math.min(limit, each * items.length);
    const campaigns = sql`unnest(${items.map(teamOf)}::int[], ${items.map(({ id }) => id)}::uuid[],
      ${items.map(({ repeats }) => repeats)}::boolean[]) as a(team_id, id, repeats)`;
    const due = (which: Sql) => sql`
      select m.team_id, m.id, m.state from messages m
      where m.team_id = a.team_id ${ofOne(teams, sql`m.team_id`)}
        and m.campaign_id = a.id and m.campaign_id is not null
        and m.state in ('queued', 'deferred') and m.due_at <= now() and ${which}
      order by m.due_at limit ${each}
      for no key update of m skip locked`;
    return run<Claim>(
      db,
      sql`with abandoned as (
            select m.team_id, m.id, m.state from messages m join ${campaigns} on a.team_id = m.team_id and a.id = m.campaign_id
            where (m.state = 'claimed' or a.repeats) ${ofOne(teams, sql`m.team_id`)} and ${isAbandoned(alive)}
            limit ${atMost} for no key update of m skip locked
          ), queued as (
            select due.* from ${campaigns} cross join lateral (${due(sql`m.failures > 0`)}) due
            union all
            select due.* from ${campaigns} cross join lateral (${due(sql`m.failures = 0`)}) due
            limit greatest(0, ${atMost} - (select count(*) from abandoned))
          )${claimRows(teams, lease)}
          select ${CLAIM}, coalesce(c.repeat_unknown, false) as repeats
          from claimed m left join campaigns c on c.team_id = m.team_id ${ofOne(teams, sql`c.team_id`)} and c.id = m.campaign_id`,
    );
  });
}

/** The living processes, needed only if leases have expired. */
const aliveIfNeeded = async (db: Database, found: readonly WaitingTeam[]): Promise<number[] | undefined> =>
  found.some(({ expired }) => expired) ? readAlive(db) : undefined;

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const shareOf = (limit: number, found: readonly unknown[]): number =>
  Math.max(1, Math.floor(limit / Math.max(1, found.length)));

/** The claims of all portions. If one fails, keeps those of the others: no other worker could take them. */
async function allOf(portions: readonly Promise<Claim[]>[]): Promise<Claim[]> {
  const results = await Promise.allSettled(portions);
  const claims = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed && claims.length === 0) throw failed.reason;
  return claims;
}

/** Further parts of a WITH, which claim the rows of `abandoned` and `queued`: `claimed`. */
const claimRows = (
  teams: readonly number[],
  { leaseSeconds, holder }: Pick<Portion, 'leaseSeconds' | 'holder'>,
): Sql => sql`, found as (
    select *, now() as at, now() + make_interval(secs => ${leaseSeconds}) as lease_until
    from (select * from abandoned union all select * from queued) both_kinds
  ), claimed as (
    update messages m set state = 'claimed', fence = m.fence + 1, holder = ${holder}::int,
      lease_until = found.lease_until,
      undecided = m.undecided + (found.state = 'sending')::int,
      first_try_at = coalesce(m.first_try_at, found.at)
    from found
    where m.team_id = found.team_id ${ofOne(teams, sql`m.team_id`)} and m.id = found.id
    returning m.team_id, m.id, m.created_at, m.kind, m.mail_id, m.subscriber_id, m.campaign_id, m.person_key, m.run_id, m.variant,
      m.fence, m.remaining, m.failures, m.undecided, m.first_try_at
  )`;

/** The fields of a claim, from a row `m` of `claimed`; all but `repeats`. */
const CLAIM = sql`m.team_id as "teamId", m.id::text, m.created_at as "createdAt", m.kind::text, m.mail_id::text as "mailId",
  m.subscriber_id::text as "subscriberId", m.campaign_id::text as "campaignId", m.person_key::text as "personKey",
  m.run_id::text as "runId", m.variant, m.fence, m.remaining, m.failures, m.undecided,
  extract(epoch from now() - m.first_try_at)::float8 as age`;

/** Renews leases. Returns the claims that are still valid; the others belong to another worker by now. */
export async function extendLeases(db: Database, claims: readonly Claim[], leaseSeconds: number): Promise<Claim[]> {
  const all = claims.map((claim, index) => ({ claim, index }));
  const extended = byTeam(db, all, ({ claim }) => claim.teamId).map(({ teams, items }) =>
    run<{ index: number }>(
      db,
      sql`with held as materialized (
            select m.team_id, m.id, given.index
            from messages m
            join jsonb_to_recordset(${JSON.stringify(items.map(({ claim, index }) => keyOf(claim, index)))}::jsonb)
              as given(index int, "teamId" int, id uuid, fence int)
              on m.team_id = given."teamId" and m.id = given.id and m.fence = given.fence
            where m.state in ('claimed', 'sending') ${ofOne(teams, sql`m.team_id`)}
            order by m.team_id, m.id for no key update of m
          )
          update messages m set lease_until = now() + make_interval(secs => ${leaseSeconds})
          from held where m.team_id = held.team_id ${ofOne(teams, sql`m.team_id`)} and m.id = held.id
          returning held.index`,
    ),
  );
  return (await Promise.all(extended)).flat().map(({ index }) => claims[index]!);
}
