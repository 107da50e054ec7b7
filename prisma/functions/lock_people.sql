-- Creates a team's missing people and locks all of them, in one order, so that two writers of the same people wait for each other
-- instead of deadlocking over new subscribers: an upsert locks a row even if it changes nothing. Returns the keys of people who were
-- missing or are erased: they are on no list.
create or replace function lock_people(team int, keys uuid[], emails text[])
returns table (key uuid)
language plpgsql as $$
#variable_conflict use_column
begin
  -- One row by value: a cluster keeps the plan (docs/adr/0044).
  if cardinality(keys) = 1 then
    return query
    insert into people as p (team_id, key, email) values (team, keys[1], emails[1])
    on conflict (team_id, key) do update set email = p.email where p.email is null
    returning p.key;
    return;
  end if;
  return query
  insert into people as p (team_id, key, email)
  select team, g.key, g.email from unnest(keys, emails) as g(key, email) order by g.key
  on conflict (team_id, key) do update set email = p.email where p.email is null
  returning p.key;
end
$$;
