import { type Sql, sql } from '../../database/connect.ts';
import { addCounts, anyHolder } from '../ledger/count-for-campaigns.ts';
import { figureOf, HOURS, linkOf, MAX_LINKS, NO_LINK } from '../ledger/figures.ts';

/**
 * Further parts of the statement that records reactions (`found`, `human`, `held`, `erased`, `mails` are its parts): notes
 * what happened to a campaign's message for the first time, and adds to the figures of the campaigns. It locks nothing
 * before the people and the mails are locked, and then everything in the order of keys: facts, links, counts.
 */
export const countedReactions = (teamId: number, holder = anyHolder()): Sql => sql`, reacted as materialized (
    select h.*, split_part(held.email, '@', 2) as domain, ${linkOf(sql`case when h.kind = 'click' then h.target end`)} as its_link
    from human h join held on held.key = h.person
    where h.campaign_id is not null and held.email is not null and (select count(*) from erased) + (select count(*) from mails) >= 0
  ), urls as materialized (
    select named.*, (select true from campaign_links l
                     where l.team_id = ${teamId}::int and l.campaign_id = named.campaign_id and l.link = named.link) as is_known
    from (select distinct campaign_id, its_link as link, target as url from reacted where its_link is not null) named
  ), happened as (
    select distinct message, what, link, campaign_id, person from reacted
    cross join lateral (values
      (case kind when 'open' then 'opened' else 'clicked' end, ${NO_LINK}),
      ('clicked_link', its_link)) of_it(what, link)
    where link is not null
  ), new_facts as (
    insert into message_facts (team_id, message_id, what, link, campaign_id, person_key)
    select ${teamId}::int, message, what, link, campaign_id, person from happened order by message, what, link
    on conflict (team_id, message_id, what, link) do nothing
    returning message_id as message, what, link, campaign_id
  ), new_links as (
    insert into campaign_links as known (team_id, campaign_id, link, url)
    select ${teamId}::int, campaign_id, link, url
    from (select *, row_number() over (partition by campaign_id order by link)
                      + (select count(*) from campaign_links l where l.team_id = ${teamId}::int and l.campaign_id = u.campaign_id) as number
          from urls u where is_known is null) numbered
    where number <= ${MAX_LINKS}::int and (select count(*) from new_facts) >= 0 order by campaign_id, link
    on conflict (team_id, campaign_id, link) do update set url = known.url
    returning campaign_id, link
  ), counted_links as materialized (
    select campaign_id, link from urls where is_known union all select campaign_id, link from new_links
  ), counted_reactions as (${addCounts(
    sql`${teamId}::int`,
    sql`
    select campaign_id, ${figureOf(sql`kind`, sql`case when scanned then 'scanner' else verdict end`)} as what,
           '' as detail, variant, ${holder}::int as holder, 1::bigint as count
    from found where campaign_id is not null
    union all
    select r.campaign_id, 'link_clicks', l.link::text, 0, ${holder}::int, 1
    from reacted r join counted_links l on l.campaign_id = r.campaign_id and l.link = r.its_link
    union all
    select f.campaign_id, figure.what, figure.detail, figure.variant, ${holder}::int, 1
    from new_facts f
    join (select distinct on (message) message, variant, domain from reacted) m on m.message = f.message
    cross join lateral (select floor(extract(epoch from now() - c.started_at) / 3600)::int as hour from campaigns c
                        where c.team_id = ${teamId}::int and c.id = f.campaign_id) since
    cross join lateral (values
      (f.what, '', m.variant),
      (f.what || '_at_hour', case when since.hour between 0 and ${HOURS - 1}::int then since.hour::text end, 0),
      (f.what || '_at_domain', nullif(m.domain, ''), 0)) figure(what, detail, variant)
    where f.what in ('opened', 'clicked') and figure.detail is not null
    union all
    select f.campaign_id, 'link_unique', f.link::text, 0, ${holder}::int, 1
    from new_facts f join counted_links l on l.campaign_id = f.campaign_id and l.link = f.link`,
  )}
  )`;
