-- Adds people to lists, and changes those who are on them. The people and the changed subscribers are locked. `by_import`: the import
-- that brings them, if any.
create or replace function subscribe_people(team int, by_import uuid, added jsonb, changed jsonb)
returns void
language plpgsql as $$
begin
  if jsonb_array_length(added) > 0 then
    perform add_subscribers(team, by_import, added);
  end if;
  if jsonb_array_length(changed) > 0 then
    perform change_subscribers(team, by_import, null, changed);
  end if;
end
$$;
