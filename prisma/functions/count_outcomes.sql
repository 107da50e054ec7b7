-- Counts some of a team's outcomes: takes them from `outcomes`, and adds them to each figure they belong to. Returns how many.
-- Several may count at once: each skips the rows of the others, and all add to the figures in the same order.
create or replace function count_outcomes(team int, most int)
returns table (count int)
language plpgsql as $$
#variable_conflict use_column
declare
  taken outcomes[];
begin
  with gone as (
    delete from outcomes where team_id = team and id = any(array(
      select id from outcomes where team_id = team order by id limit most for update skip locked))
    returning outcomes.*
  )
  select array_agg(gone order by id) into taken from gone;
  if taken is null then
    return query select 0;
    return;
  end if;
  perform count_for_campaigns(team, taken);
  perform count_deliveries(team, taken);
  perform count_for_automations(team, taken);
  perform tell_webhooks_of_outcomes(team, taken);
  return query select cardinality(taken);
end
$$;
