-- The attributes of a subscriber after a change: `more` are new values, `without` the keys to remove; `cleared`: all former ones go.
-- `removing`: the removals of contact fields in progress, or null; `removals`: those that the row was written after.
create or replace function merged_attributes(
  own jsonb, removals int[], removing jsonb, cleared boolean, more jsonb, without text[])
returns jsonb
language sql immutable as $$
  select (case when cleared then '{}' when removing is null then own else shown_attributes(own, removals, removing) end
    || coalesce(more, '{}')) - coalesce(without, '{}')
$$;
