-- Changes subscribers as `change_subscribers` does, and returns them as shown while contact fields change (docs/adr/0051).
create or replace function update_subscribers(team int, given jsonb)
returns setof subscribers
language plpgsql as $$
#variable_conflict use_column
declare
  changes jsonb;
  one subscribers;
begin
  perform change_subscribers(team, null, null, given);
  select jsonb_agg(jsonb_build_object('number', c.number, 'key', c.key, 'type', c.type) order by c.number) into changes
  from field_changes c where c.team_id = team and c.finished_at is null;
  for one in
    select s.* from subscribers s where s.team_id = team and s.id = any(array(select g.id from jsonb_to_recordset(given) as g(id uuid)))
  loop
    if changes is not null then
      one.attributes := shown_attributes(one.attributes, one.removals, changes);
    end if;
    return next one;
  end loop;
end
$$;
