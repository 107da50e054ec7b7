-- Adds opens and clicks as touches of their people, to which sales are credited. `persons`: null is left out. The trigger that updates
-- engagement for processes of the previous version rests meanwhile (migration 0238).
create or replace function touch_people(
  team int, persons uuid[], kinds text[], senders text[], sender_ids uuid[], email_ids uuid[])
returns void
language plpgsql as $$
declare
  noted text;
begin
  if cardinality(array_remove(persons, null)) = 0 then
    return;
  end if;
  noted := set_config('tidings.noted', 'yes', true);
  insert into touches (team_id, person_key, kind, sender, sender_id, email_id, at)
  select team, g.person, g.kind::"TouchKind", g.sender::"SenderKind", g.sender_id, g.email_id, now()
  from unnest(persons, kinds, senders, sender_ids, email_ids) g(person, kind, sender, sender_id, email_id) where g.person is not null;
  noted := set_config('tidings.noted', '', true);
  perform engage_people(team, array_remove(persons, null), array_fill(now(), array[cardinality(array_remove(persons, null))]));
end
$$;
