-- Inserts events of known people of a team and adds them to the totals that segments read (docs/adr/0017). `recorded_at`: now, or
-- the time of a simulation. The trigger that does so for processes of the previous version rests meanwhile (migration 0238).
create or replace function insert_events(
  team int, ids uuid[], persons uuid[], names text[], facts text[], amounts bigint[], currencies text[], times timestamptz[],
  refs text[], recorded_at timestamptz)
returns void
language plpgsql as $$
declare
  noted text := set_config('tidings.noted', 'yes', true);
begin
  insert into events (team_id, id, person_key, name, properties, value, currency, occurred_at, reference, created_at)
  select team, g.id, g.person, g.name, g.fact::jsonb, g.amount, g.currency, g.at, g.ref, recorded_at
  from unnest(ids, persons, names, facts, amounts, currencies, times, refs) g(id, person, name, fact, amount, currency, at, ref);
  noted := set_config('tidings.noted', '', true);

  -- Citus finds the team's machine by the joined person.
  insert into person_events as known (team_id, person_key, name, count, first_at, last_at)
  select one.team_id, g.person, g.name, count(*), min(g.at), max(g.at)
  from people one cross join unnest(persons, names, times) g(person, name, at)
  where one.team_id = team and one.key = persons[1] group by one.team_id, g.person, g.name order by g.person, g.name
  on conflict (team_id, person_key, name) do update set count = known.count + excluded.count,
    first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at);

  perform engage_people(team, persons, times);
end
$$;
