-- Adds to figures of the team's existing campaigns and automation e-mails, in the order of their keys: one addition each.
create or replace function add_campaign_counts(
  team int, campaigns_of uuid[], whats text[], details text[], variants int[], counts bigint[], shard int)
returns void
language plpgsql as $$
#variable_conflict use_column
declare
  living uuid[] := array(select c.id from mailings c where c.team_id = team and c.id = any(campaigns_of));
begin
  insert into campaign_counts as known (team_id, campaign_id, what, detail, variant, holder, count)
  select team, g.campaign, g.what, g.detail, g.variant, shard, sum(g.count)
  from unnest(campaigns_of, whats, details, variants, counts) g(campaign, what, detail, variant, count)
  where g.campaign = any(living)
  group by 2, 3, 4, 5 order by 2, 3, 4, 5
  on conflict (team_id, campaign_id, what, detail, variant, holder) do update set count = known.count + excluded.count;
end
$$;
