-- Counts opens and clicks of people in campaign messages: those that are the first of their message and link, and those of links. One
-- element each. A click implies an open (docs/adr/0134). Facts that are known are looked up, which costs less than a refused row.
create or replace function count_facts(
  team int, messages_of uuid[], kinds text[], links uuid[], urls text[], times timestamptz[], campaigns_of uuid[], variants int[],
  persons uuid[], domains text[])
returns void
language plpgsql as $$
#variable_conflict use_column
declare
  none uuid := '00000000-0000-0000-0000-000000000000';
  facts message_facts[];
  known_links campaign_links[];
  whats text[];
  details text[];
  counts bigint[];
begin
  select array_agg((team, f.message, f.what, f.link, f.campaign, f.person, f.at, f.by_click)::message_facts
    order by f.message, f.what, f.link) into facts
  from (
    select g.message, it.what, it.link_of as link, g.campaign, g.person, min(g.at) as at, it.what = 'opened' and is_by_click(
      min(g.at) filter (where g.kind = 'click'), min(g.at) filter (where g.kind = 'open')) as by_click
    from unnest(messages_of, kinds, links, times, campaigns_of, persons) g(message, kind, link, at, campaign, person)
    cross join lateral reaction_facts(g.kind, g.link) it
    where (
      select true from message_facts k
      where k.team_id = team and k.message_id = g.message and k.link = coalesce(g.link, none)
        and k.what = case when g.kind = 'open' then 'opened' else 'clicked_link' end) is null
    group by g.message, it.what, it.link_of, g.campaign, g.person) f;
  if facts is not null then
    with added as (
      insert into message_facts (team_id, message_id, what, link, campaign_id, person_key, at, by_click)
      select team, f.message_id, f.what, f.link, f.campaign_id, f.person_key, f.at, f.by_click from unnest(facts) f
      on conflict (team_id, message_id, what, link) do nothing
      returning message_facts.*
    )
    select array_agg(added::message_facts) into facts from added;
  end if;

  known_links := count_links(team, campaigns_of, links, urls);
  select array_agg(f.campaign), array_agg(f.what), array_agg(f.detail), array_agg(f.variant), array_agg(f.count)
  into campaigns_of, whats, details, variants, counts
  from (
    select g.campaign, 'link_clicks' as what, g.link::text as detail, 0 as variant, 1::bigint as count
    from unnest(campaigns_of, links) g(campaign, link) join unnest(known_links) l on l.campaign_id = g.campaign and l.link = g.link
    union all
    select n.campaign_id, figure.what, figure.detail, figure.variant_of, 1
    from unnest(facts) n
    join (select distinct on (g.message) * from unnest(messages_of, variants, domains) g(message, variant, domain)
      order by g.message) m on m.message = n.message_id
    left join campaigns c on c.team_id = team and c.id = n.campaign_id
    cross join lateral fact_figures(n.what, n.link, n.at, n.by_click, c.started_at, m.variant, m.domain) figure
    where figure.what <> 'link_unique' or exists (
      select 1 from unnest(known_links) l where l.campaign_id = n.campaign_id and l.link = n.link)) f;
  if whats is not null then
    perform add_campaign_counts(team, campaigns_of, whats, details, variants, counts, 0);
  end if;
end
$$;
