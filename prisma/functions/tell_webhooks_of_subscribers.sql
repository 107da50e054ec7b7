-- Writes the new and changed subscribers that some webhook of the team wants as notifications, at most 1,000 in a row of their kind.
-- New ones have no former status, `was`.
create or replace function tell_webhooks_of_subscribers(team int, changes jsonb)
returns void
language plpgsql as $$
#variable_conflict use_column
begin
  insert into webhook_notifications (team_id, kind, facts, at)
  select team, told.kind, jsonb_agg(told.entry order by told.place), now()
  from (
    select event.kind, c.list, jsonb_build_object('id', c.id, 'person', c.person, 'list', c.list) as entry,
      row_number() over (partition by event.kind order by c.id) as place
    from jsonb_to_recordset(changes) as c(
      id uuid, person uuid, list uuid, was text, status text, added int[], removed int[], updated boolean)
    cross join lateral (values
      ('subscriber.' || c.status, case when c.was is null then c.status = 'subscribed'
        else c.was <> c.status and c.status <> 'unconfirmed' end),
      ('subscriber.confirmed', c.was = 'unconfirmed' and c.status = 'subscribed'),
      ('subscriber.updated', c.was is not null and (c.updated or c.added <> '{}' or c.removed <> '{}'))) event(kind, holds)
    where event.holds) told
  where exists (
    select 1 from webhooks w where w.team_id = team and w.enabled and w.kinds && array['*', told.kind]
      and (w.list_id is null or w.list_id = told.list))
  group by told.kind, (told.place - 1) / 1000;
end
$$;
