-- Records events of a team: their people, references, rows and totals, and what automations, webhooks and sales make of them.
-- `known_people` and `emails`: the people, each once. `ids` to `refs`: the columns of the events, in the order of their references.
-- Returns the ids of events whose person is erased and of duplicates, whether anyone follows the team's events, and the campaigns
-- that are credited with a sale.
create or replace function record_events(
  team int, known_people uuid[], emails text[], ids uuid[], persons uuid[], names text[], facts text[], amounts bigint[],
  currencies text[], times timestamptz[], refs text[],
  out erased uuid[], out duplicates uuid[], out watched boolean, out credited uuid[])
language plpgsql as $$
#variable_conflict use_column
declare
  held uuid[];
  gone uuid[];
  fresh text[];
  fresh_one text;
  kept uuid[];
  listened text[];
  has_webhooks boolean;
begin
  -- Locked, so that an event and an erasure of its person happen one after the other.
  select array_agg(p.key), array_agg(p.key) filter (where p.email is null) into held, gone
  from (select key, email from people where team_id = team and key = any(known_people) order by key for key share) p;
  if coalesce(cardinality(held), 0) < cardinality(known_people) then
    with inserted as (
      insert into people as p (team_id, key, email)
      select team, g.key, g.email from unnest(known_people, emails) g(key, email)
      where not exists (select 1 from unnest(held) h(key) where h.key = g.key) order by g.key
      on conflict (team_id, key) do update set email = p.email where p.email is null
      returning key, email
    )
    select gone || array_agg(key) into gone from inserted where email is null;
  end if;
  if cardinality(gone) > 0 then
    select array_agg(g.id) into erased from unnest(ids, persons) g(id, person) where g.person = any(gone);
  end if;

  if cardinality(array_remove(refs, null)) > 0 then
    -- Citus finds the team's machine by the joined person.
    for fresh_one in
      insert into event_references (team_id, reference)
      select one.team_id, g.reference from people one cross join unnest(persons, refs) g(person, reference)
      where one.team_id = team and one.key = persons[1] and g.reference is not null and g.person <> all(coalesce(gone, '{}'))
      on conflict do nothing returning reference
    loop
      fresh := fresh || fresh_one;
    end loop;
  end if;
  -- Leaves out events of erased people and duplicates. Of those with the same reference, the first one counts.
  if erased is not null or cardinality(array_remove(refs, null)) > coalesce(cardinality(fresh), 0) then
    select array_agg(g.id) into kept from unnest(ids, persons, refs) g(id, person, reference)
    where g.person <> all(coalesce(gone, '{}')) and (g.reference is null or g.id in (
      select distinct on (f.reference) f.id from unnest(ids, persons, refs) f(id, person, reference)
      join unnest(fresh) n(reference) on n.reference = f.reference
      where f.person <> all(coalesce(gone, '{}')) order by f.reference, f.id));
    select array_agg(g.id) into duplicates from unnest(ids) g(id)
    where not exists (select 1 from unnest(kept || erased) k(id) where k.id = g.id);
    if kept is null then
      return;
    end if;
    select array_agg(g.id), array_agg(g.person), array_agg(g.name), array_agg(g.fact), array_agg(g.amount), array_agg(g.currency),
      array_agg(g.at), array_agg(g.ref)
    into ids, persons, names, facts, amounts, currencies, times, refs
    from unnest(ids, persons, names, facts, amounts, currencies, times, refs) g(id, person, name, fact, amount, currency, at, ref)
    where exists (select 1 from unnest(kept) k(id) where k.id = g.id);
  end if;
  perform insert_events(team, ids, persons, names, facts, amounts, currencies, times, refs, now());

  select array(select l.ref from automation_listeners l where l.team_id = team and l.kind = 'event' and l.ref = any(names)),
    exists (select 1 from webhooks w where w.team_id = team and w.enabled), t.events_watched_until > now()
  into listened, has_webhooks, watched from teams t where t.id = team;
  if listened <> '{}' then
    insert into automation_signals (team_id, person_key, kind, ref, event_id, at)
    select team, g.person, 'event', g.name, g.id, now() from unnest(persons, names, ids) g(person, name, id)
    where g.name = any(listened);
  end if;
  if has_webhooks then
    perform tell_webhooks_of_events(team, ids, persons, names);
  end if;
  if 'order' = any(names) then
    credited := record_orders(team, ids, persons, names, amounts, currencies, times, refs);
  end if;
end
$$;
