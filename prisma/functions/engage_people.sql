-- Sets `engaged_at` of subscribers to the times of what their people just did, unless it is less than a day behind: for most nobody, as
-- one look shows. In the year 9999 it is unknown, and is read again. Rows are locked in the order of batches.
create or replace function engage_people(team int, persons uuid[], times timestamptz[])
returns void
language plpgsql as $$
declare
  latest timestamptz := (select max(g.at) from unnest(times) g(at));
  stale uuid[];
  moments timestamptz[];
begin
  perform 1 from subscribers s where s.team_id = team and s.person_key = any(persons)
    and (s.engaged_at is null or s.engaged_at < latest - interval '24 hours' or s.engaged_at >= '9999-12-31Z') limit 1;
  if not found then
    return;
  end if;

  select array_agg(l.id), array_agg(l.at) into stale, moments
  from (
    select s.id, done.at from subscribers s
    join (select g.person, max(g.at) as at from unnest(persons, times) g(person, at) group by 1) done on done.person = s.person_key
    where s.team_id = team
      and (s.engaged_at is null or s.engaged_at < done.at - interval '24 hours' or s.engaged_at >= '9999-12-31Z')
    order by s.person_key, s.list_id for no key update of s) l;
  if stale is null then
    return;
  end if;
  update subscribers s set engaged_at = case when s.engaged_at >= '9999-12-31Z' then greatest(
      (select max(r.last_at) from person_events r where r.team_id = team and r.person_key = s.person_key),
      (select max(t.at) from touches t where t.team_id = team and t.person_key = s.person_key))
    else greatest(s.engaged_at, g.at) end
  from unnest(stale, moments) g(id, at) where s.team_id = team and s.id = g.id;
end
$$;
