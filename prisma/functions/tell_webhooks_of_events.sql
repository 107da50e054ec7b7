-- Writes the events that some webhook of the team wants as a notification.
create or replace function tell_webhooks_of_events(team int, ids uuid[], persons uuid[], names text[])
returns void
language plpgsql as $$
declare
  wanted text[];
begin
  select array_agg(g.name) into wanted from (select distinct n.name from unnest(names) n(name)) g
  where exists (
    select 1 from webhooks w where w.team_id = team and w.enabled and w.kinds && array['*', 'event.recorded']
      and (w.event_names = '{}' or g.name = any(w.event_names)));
  if wanted is null then
    return;
  end if;
  insert into webhook_notifications (team_id, kind, facts, at)
  select team, 'event.recorded', jsonb_agg(jsonb_build_object('id', g.id, 'person', g.person, 'name', g.name)), now()
  from unnest(ids, persons, names) g(id, person, name) where g.name = any(wanted);
end
$$;
