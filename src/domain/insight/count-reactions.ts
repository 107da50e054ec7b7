import { type Sql, sql } from '../../database/connect.ts';
import { addCounts, anyHolder } from '../ledger/count-for-campaigns.ts';
import { figureOf, HOURS, linkOf, MAX_LINKS, NO_LINK } from '../ledger/figures.ts';

/**
 * Further parts of the statement that records reactions (`found`, `human`, `held`, `erased`, `mails` are its parts): notes
 * what happened to a campaign's message for the first time, and adds to the figures of the campaigns. It locks nothing
 * before the people and the mails are locked, and then everything in the order of keys: facts, links, counts. Who clicks a
 * link has clicked: its one fact is looked up, because repeats are many and looking costs less than a refused row.
 */
export const countedReactions = (teamId: number, holder = anyHolder()): Sql => sql`, reacted as materialized (
    select h.message, h.kind, h.target, h.campaign_id, h.variant, h.person, split_part(held.email, '@', 2) as domain,
           ${linkOf(sql`case when h.kind = 'click' then h.target end`)} as its_link
    from human h join held on held.key = h.person
    where h.campaign_id is not null and held.email is not null and (select count(*) from erased) + (select count(*) from mails) >= 0
  ), urls as materialized (
    select named.*, (select true from campaign_links l
                     where l.team_id = ${teamId}::int and l.campaign_id = named.campaign_id and l.link = named.link) as is_known
    from (select campaign_id, its_link as link, target as url, count(*) as clicks from reacted
          where its_link is not null group by campaign_id, its_link, target) named
  ), happened as (
    select distinct message, what, link, campaign_id, person
    from (select r.*, (select true from message_facts f
                       where f.team_id = ${teamId}::int and f.message_id = r.message
                         and f.what = case when r.kind = 'open' then 'opened' else 'clicked_link' end
                         and f.link = coalesce(r.its_link, ${NO_LINK})) as is_known from reacted r) first
    cross join lateral (values
      (case kind when 'open' then 'opened' else 'clicked' end, ${NO_LINK}),
      ('clicked_link', its_link)) of_it(what, link)
    where is_known is null and link is not null
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
    select campaign_id, link, clicks from urls where is_known
    union all
    select campaign_id, link, clicks from new_links join urls using (campaign_id, link)
  ), counted_reactions as (${addCounts(
    sql`${teamId}::int`,
    sql`
    select campaign_id, ${figureOf(sql`kind`, sql`case when scanned then 'scanner' else verdict end`)} as what,
           '' as detail, variant, ${holder}::int as holder, count
    from (select campaign_id, kind, scanned, verdict, variant, count(*) from found where campaign_id is not null
          group by campaign_id, kind, scanned, verdict, variant) reactions
    union all
    select campaign_id, 'link_clicks', link::text, 0, ${holder}::int, clicks from counted_links
    union all
    select f.campaign_id, figure.what, figure.detail, figure.variant, ${holder}::int, f.count
    from (select f.campaign_id, f.what, m.variant, m.domain, count(*) from new_facts f
          join (select distinct on (message) message, variant, domain from reacted) m on m.message = f.message
          where f.what in ('opened', 'clicked') group by f.campaign_id, f.what, m.variant, m.domain) f
    cross join lateral (select floor(extract(epoch from now() - c.started_at) / 3600)::int as hour from campaigns c
                        where c.team_id = ${teamId}::int and c.id = f.campaign_id) since
    cross join lateral (values
      (f.what, '', f.variant),
      (f.what || '_at_hour', case when since.hour between 0 and ${HOURS - 1}::int then since.hour::text end, 0),
      (f.what || '_at_domain', nullif(f.domain, ''), 0)) figure(what, detail, variant)
    where figure.detail is not null
    union all
    select f.campaign_id, 'link_unique', f.link::text, 0, ${holder}::int, f.count
    from (select campaign_id, link, count(*) from new_facts where what = 'clicked_link' group by campaign_id, link) f
    join counted_links l on l.campaign_id = f.campaign_id and l.link = f.link`,
  )}
  )`;
