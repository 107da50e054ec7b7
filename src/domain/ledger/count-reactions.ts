import { type Database, isShared, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { addCounts, COMMON_SHARD } from './count-for-campaigns.ts';
import { figureOf, HOURS, isByClick, linkOf, MAX_LINKS, NO_LINK } from './figures.ts';

/** The first key of the advisory locks for counting; the second is the team. */
export const COUNTING = 7_218_448;

/** Sets of reactions counted by one statement. */
const SETS = 100;

/**
 * Counts recorded but uncounted opens and clicks (docs/adr/0112): first events of campaign messages, and the campaigns'
 * figures. Call it before reading figures, so that they include everything answered so far. Does nothing in a caller's
 * transaction, because others would wait for its locks. Parallel processes may run this.
 */
export async function countReactions(scope: Scope): Promise<void> {
  if (isDistributed(scope.db) || !isShared(scope.db)) return; // on several machines they are counted at once
  if (!(await isAnyLeft(scope))) return;
  let counted: number;
  do {
    counted = await transaction(scope, async (scope) => {
      await withoutErasing(scope);
      return countSome(scope);
    });
  } while (counted === SETS);
}

/** Like `countReactions`, in the caller's transaction, which holds an erasure lock. Nobody else counts until it ends. */
export async function countReactionsHere(scope: Scope): Promise<void> {
  if (isDistributed(scope.db)) return;
  while ((await countSome(scope)) === SETS);
}

/** Opens and clicks that are not counted yet. */
export const UNCOUNTED_REACTIONS: Sql = sql`select from uncounted_reactions`;

/** Counts the reactions left by processes that died. Returns the number of teams concerned. */
export async function countLeftReactions(db: Database): Promise<number> {
  if (isDistributed(db)) return 0;
  const teams = await run<{ id: number }>(db, sql`select distinct team_id as id from uncounted_reactions`);
  for (const team of teams) await countReactions(createScope(db, team, WORKER));
  return teams.length;
}

async function isAnyLeft({ db, team }: Scope): Promise<boolean> {
  const [row] = await run<{ left: boolean }>(
    db,
    sql`select exists (select from uncounted_reactions where team_id = ${team.id}::int) as left`,
  );
  return row!.left;
}

/** One at a time for each team, so that the second sees the counts of the first. Returns the number of sets. */
async function countSome({ db, team }: Scope): Promise<number> {
  await run(db, sql`select pg_advisory_xact_lock(${COUNTING}::int, ${team.id}::int)::text`);
  const [row] = await run<{ sets: number }>(db, counting(sql`${team.id}::int`));
  return row!.sets;
}

/**
 * The counting statement. Skips messages that are being deleted. It locks the people first, then everything in key order:
 * facts, links, counts. A click on a link implies a click and an open (docs/adr/0134), so its fact is looked up first:
 * repeats are frequent, and a lookup costs less than a refused row.
 */
const counting = (team: Sql): Sql => sql`
  with sets as (
    delete from uncounted_reactions where team_id = ${team} and id = any(array(
      select id from uncounted_reactions where team_id = ${team} order by id limit ${SETS}::int))
    returning reactions
  ), recorded as materialized (
    select message_id as message, kind::text as kind, verdict::text as verdict, target, at from reactions
    where team_id = ${team} and id = any(array(select unnest(reactions) from sets))
  ), locked as materialized (
    select id, campaign_id, coalesce(variant, 0) as variant, person_key as person from messages
    where team_id = ${team} and id = any(array(select message from recorded)) and campaign_id is not null
    for key share skip locked
  ), found as materialized (
    select r.*, m.campaign_id, m.variant, m.person from recorded r join locked m on m.id = r.message
  ), held as materialized (
    select key, email from people where team_id = ${team} and key = any(array(select person from found where verdict = 'human'))
    order by key for key share
  ), human as materialized (
    select f.*, split_part(held.email, '@', 2) as domain, ${linkOf(sql`case when f.kind = 'click' then f.target end`)} as link
    from found f join held on held.key = f.person where f.verdict = 'human' and held.email is not null
  ), urls as materialized (
    select named.*, (select true from campaign_links l
                     where l.team_id = ${team} and l.campaign_id = named.campaign_id and l.link = named.link) as is_known
    from (select campaign_id, link, target as url, count(*) as clicks from human
          where link is not null group by campaign_id, link, target) named
  ), happened as (
    select message, what, it.link, campaign_id, person, min(at) as at,
           what = 'opened' and ${isByClick(sql`kind`, sql`at`)} as by_click
    from (select h.*, (select true from message_facts f
                       where f.team_id = ${team} and f.message_id = h.message
                         and f.what = case when h.kind = 'open' then 'opened' else 'clicked_link' end
                         and f.link = coalesce(h.link, ${NO_LINK})) as is_known from human h) first
    cross join lateral (values
      ('opened', ${NO_LINK}),
      (case kind when 'click' then 'clicked' end, ${NO_LINK}),
      ('clicked_link', first.link)) it(what, link)
    where what is not null and is_known is null and it.link is not null group by message, what, it.link, campaign_id, person
  ), new_facts as (
    insert into message_facts (team_id, message_id, what, link, campaign_id, person_key, at, by_click)
    select ${team}, message, what, link, campaign_id, person, at, by_click from happened order by message, what, link
    on conflict (team_id, message_id, what, link) do nothing
    returning message_id as message, what, link, campaign_id, at, by_click
  ), new_links as (
    insert into campaign_links as known (team_id, campaign_id, link, url)
    select ${team}, campaign_id, link, url
    from (select *, row_number() over (partition by campaign_id order by link)
                      + (select count(*) from campaign_links l where l.team_id = ${team} and l.campaign_id = u.campaign_id) as number
          from urls u where is_known is null) numbered
    where number <= ${MAX_LINKS}::int and (select count(*) from new_facts) >= 0 order by campaign_id, link
    on conflict (team_id, campaign_id, link) do update set url = known.url
    returning campaign_id, link
  ), counted_links as materialized (
    select campaign_id, link, clicks from urls where is_known
    union all
    select campaign_id, link, clicks from new_links join urls using (campaign_id, link)
  ), counted as (${addCounts(team, additions(team))})
  select count(*)::int as sets from sets`;

/** The additions to the figures. */
const additions = (team: Sql): Sql => sql`
    select campaign_id, ${figureOf(sql`kind`, sql`verdict`)} as what, '' as detail, variant, ${COMMON_SHARD}::int as holder, count(*)
    from found group by 1, 2, 3, 4, 5
    union all
    select campaign_id, 'link_clicks', link::text, 0, ${COMMON_SHARD}::int, clicks from counted_links
    union all
    select f.campaign_id, figure.what, figure.detail, figure.variant, ${COMMON_SHARD}::int, count(*)
    from new_facts f
    join (select distinct on (message) message, variant, domain from human order by message) m on m.message = f.message
    left join campaigns c on c.team_id = ${team} and c.id = f.campaign_id
    cross join lateral (select floor(extract(epoch from f.at - c.started_at) / 3600)::int as hour) since
    cross join lateral (values
      (f.what, '', m.variant),
      ('opens', case when f.by_click then '' end, m.variant),
      (f.what || '_at_hour', case when since.hour between 0 and ${HOURS - 1}::int then since.hour::text end, 0),
      (f.what || '_at_domain', nullif(m.domain, ''), 0)) figure(what, detail, variant)
    where f.what in ('opened', 'clicked') and figure.detail is not null
    group by 1, 2, 3, 4
    union all
    select f.campaign_id, 'link_unique', f.link::text, 0, ${COMMON_SHARD}::int, count(*)
    from new_facts f join counted_links l on l.campaign_id = f.campaign_id and l.link = f.link
    where f.what = 'clicked_link' group by 1, 3`;
