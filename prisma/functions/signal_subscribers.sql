-- Signals new and changed subscribers to the automations that listen (docs/adr/0072). New ones have no former status, `was`. Those of
-- an import count if the automation includes imports; whoever leaves ends runs in any case.
create or replace function signal_subscribers(team int, importing boolean, changes jsonb)
returns void
language plpgsql as $$
#variable_conflict use_column
declare
  heard text[];
begin
  select array_agg(distinct l.kind) into heard
  from automation_listeners l where l.team_id = team and (l.imports or not importing or l.kind = 'left');
  if heard && array['subscribed', 'confirmed', 'unsubscribed', 'left', 'tag_added', 'tag_removed'] then
    insert into automation_signals (team_id, person_key, kind, ref, imported, at)
    select team, c.person, done.kind, done.ref, importing, now()
    from jsonb_to_recordset(changes) as c(person uuid, list text, was text, status text, added int[], removed int[])
    cross join lateral (
      select kind, ref from (values
        ('subscribed', c.list, c.status = 'subscribed'),
        ('confirmed', c.list, c.status = 'subscribed' and c.was = 'unconfirmed'),
        ('unsubscribed', c.list, c.status = 'unsubscribed' and c.was is not null),
        ('left', '', c.status in ('unsubscribed', 'bounced', 'complained') and c.was is not null)) status(kind, ref, holds)
      where holds and c.was is distinct from c.status
      union all select 'tag_added', tag::text from unnest(c.added) tag
      union all select 'tag_removed', tag::text from unnest(c.removed) tag) done
    where done.kind = any(heard) and (done.kind, done.ref) in (
      select l.kind, l.ref from automation_listeners l
      where l.team_id = team and (l.imports or not importing or l.kind = 'left'));
  end if;
end
$$;
