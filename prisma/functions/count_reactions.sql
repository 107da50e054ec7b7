-- Counts up to a hundred sets of a team's recorded opens and clicks: first ones of campaign messages, links, and the campaigns' figures.
-- Returns the number of sets. The caller lets one count at a time. Skips messages that are being deleted. Locks the people first, then
-- adds everything in the order of keys.
create or replace function count_reactions(team int)
returns int
-- A plan made while a table is nearly empty would read all of it later.
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  sets int;
  ids bigint[];
  kinds text[];
  verdicts text[];
  all_campaigns uuid[];
  all_variants int[];
  messages_of uuid[];
  acts text[];
  links uuid[];
  urls text[];
  times timestamptz[];
  campaigns_of uuid[];
  variants int[];
  persons uuid[];
  domains text[];
begin
  with gone as (
    delete from uncounted_reactions where team_id = team and id = any(array(
      select id from uncounted_reactions where team_id = team order by id limit 100 for update))
    returning id, reactions
  )
  select (select count(*) from gone), (select array_agg(r.id) from gone cross join unnest(gone.reactions) r(id)) into sets, ids;

  select array_agg(f.kind), array_agg(f.verdict), array_agg(f.campaign_id), array_agg(f.variant), array_agg(f.message_id),
    array_agg(f.target), array_agg(f.at), array_agg(f.person_key)
  into kinds, verdicts, all_campaigns, all_variants, messages_of, urls, times, persons
  from (
    select r.kind::text, r.verdict::text, r.message_id, r.target, r.at, m.campaign_id, coalesce(m.variant, 0) as variant, m.person_key
    from reactions r join messages m on m.team_id = team and m.id = r.message_id and m.id = any(array(
      select r.message_id from reactions r where r.team_id = team and r.id = any(ids)))
    where r.team_id = team and r.id = any(ids) and m.campaign_id is not null for key share of m skip locked) f;
  if kinds is null then
    return sets;
  end if;
  with held as materialized (
    select key, email from people where team_id = team and key = any(array(
      select g.person from unnest(persons, verdicts) g(person, verdict) where g.verdict = 'human'))
    order by key for key share
  )
  select array_agg(g.message), array_agg(g.kind), array_agg(case when g.kind = 'click' then md5(g.target)::uuid end), array_agg(g.target),
    array_agg(g.at), array_agg(g.campaign), array_agg(g.variant), array_agg(g.person), array_agg(split_part(h.email, '@', 2))
  into messages_of, acts, links, urls, times, campaigns_of, variants, persons, domains
  from unnest(messages_of, kinds, verdicts, urls, times, all_campaigns, all_variants, persons)
    g(message, kind, verdict, target, at, campaign, variant, person)
  join held h on h.key = g.person where g.verdict = 'human' and h.email is not null;
  perform add_campaign_counts(team, all_campaigns, array(
    select reaction_figure(g.kind, g.verdict) from unnest(kinds, verdicts) with ordinality g(kind, verdict, place) order by place),
    array_fill(''::text, array[cardinality(kinds)]), all_variants, array_fill(1::bigint, array[cardinality(kinds)]), 0);
  if messages_of is not null then
    perform count_facts(team, messages_of, acts, links, urls, times, campaigns_of, variants, persons, domains);
  end if;
  return sets;
end
$$;
