-- Locks the people of those reactions that are a person's (`is_human`), and inserts unknown ones whose address is known. Returns the
-- person of each, or null: not a person's, or erased.
create or replace function present_people(team int, persons uuid[], emails text[], is_human boolean[])
returns uuid[]
language plpgsql as $$
#variable_conflict use_column
declare
  acting uuid[] := array(select case when g.human then g.person end from unnest(persons, is_human) with ordinality g(person, human, place) order by place);
  held uuid[];
  missing uuid[];
  gone uuid[];
begin
  if cardinality(array_remove(acting, null)) = 0 then
    return acting;
  end if;
  select array_agg(p.key), array_agg(p.key) filter (where p.email is null) into held, gone
  from (select key, email from people where team_id = team and key = any(acting) order by key for key share) p;

  missing := array(
    select distinct g.person from unnest(acting, emails) g(person, email)
    where g.email is not null and g.person is not null and g.person <> all(coalesce(held, '{}')));
  if missing <> '{}' then
    with inserted as (
      insert into people as p (team_id, key, email)
      select team, g.person, min(g.email) from unnest(acting, emails) g(person, email) where g.person = any(missing)
      group by g.person order by g.person
      on conflict (team_id, key) do update set email = p.email where p.email is null
      returning key, email
    )
    select gone || array_agg(key) into gone from inserted where email is null;
    held := held || missing;
  end if;
  return array(
    select case when g.person = any(held) and g.person <> all(coalesce(gone, '{}')) then g.person end
    from unnest(acting) with ordinality g(person, place) order by place);
end
$$;
