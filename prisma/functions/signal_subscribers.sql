-- Signals new and changed subscribers to the automations that listen (docs/adr/0072). New ones have no former status, `was`. Those of
-- an import count if the automation includes imports; whoever leaves ends runs in any case. What is listened to is read first: mostly
-- nobody listens to this list or tag, and a cluster keeps the plan of such a statement (docs/adr/0044).
create or replace function signal_subscribers(team int, importing boolean, changes jsonb)
returns void
language plpgsql as $$
#variable_conflict use_column
declare
  kinds text[];
  refs text[];
  persons uuid[];
  happened text[];
  of_refs text[];
begin
  select array_agg(l.kind), array_agg(l.ref) into kinds, refs
  from automation_listeners l where l.team_id = team and (l.imports or not importing or l.kind = 'left')
    and l.kind = any('{subscribed,confirmed,unsubscribed,left,tag_added,tag_removed}');
  if kinds is null then
    return;
  end if;
  select array_agg(c.person), array_agg(done.kind), array_agg(done.ref) into persons, happened, of_refs
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
  where (done.kind, done.ref) in (select l.kind, l.ref from unnest(kinds, refs) l(kind, ref));
  if persons is null then
    return;
  end if;
  insert into automation_signals (team_id, person_key, kind, ref, imported, at)
  select team, g.person, g.kind, g.ref, importing, now() from unnest(persons, happened, of_refs) g(person, kind, ref);
end
$$;
