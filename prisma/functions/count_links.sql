-- Inserts clicked links of campaigns that are new, up to a thousand of a campaign. There can be as many personalised links as
-- recipients. Returns the links among the given that are counted. `links`: null for an open.
create or replace function count_links(team int, campaigns_of uuid[], links uuid[], urls text[])
returns campaign_links[]
language plpgsql as $$
#variable_conflict use_column
declare
  fresh campaign_links[];
  counted campaign_links[];
begin
  select array_agg((team, u.campaign, u.link, u.url)::campaign_links order by u.campaign, u.link) into fresh
  from (
    select g.campaign, g.link, min(g.url) as url, row_number() over (partition by g.campaign order by g.link) + (
      select count(*) from campaign_links l where l.team_id = team and l.campaign_id = g.campaign) as number
    from unnest(campaigns_of, links, urls) g(campaign, link, url)
    where g.link is not null
      and (select true from campaign_links l where l.team_id = team and l.campaign_id = g.campaign and l.link = g.link) is null
    group by g.campaign, g.link) u
  where u.number <= 1000;
  if fresh is not null then
    insert into campaign_links (team_id, campaign_id, link, url)
    select team, f.campaign_id, f.link, f.url from unnest(fresh) f
    on conflict (team_id, campaign_id, link) do nothing;
  end if;

  select array_agg((l.team_id, l.campaign_id, l.link, '')::campaign_links) into counted from campaign_links l
  where l.team_id = team and l.campaign_id = any(campaigns_of) and l.link = any(links);
  return counted;
end
$$;
