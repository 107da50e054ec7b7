-- Adds subscribers, in the order of their ids: three indexes grow at their end. Their people are locked, and on none of these lists.
-- `is_known`: the person existed before, and may have been active. Tells automations and webhooks that they joined.
create or replace function add_subscribers(team int, by_import uuid, added jsonb)
returns void
language plpgsql as $$
#variable_conflict use_column
declare
  removing int[];
  known uuid[];
  free uuid[];
  active uuid[];
  times timestamptz[];
begin
  -- The removals of contact fields in progress: the new attributes are written after them.
  select array_agg(c.number) into removing
  from field_changes c where c.team_id = team and c.finished_at is null and c.type is null;

  -- Those who record a person's activity hold the person's row. Of a free row all activity is visible; of others it is unknown.
  select array_agg(g.person) into known from jsonb_to_recordset(added) as g(person uuid, is_known boolean) where g.is_known;
  if known is not null then
    select array_agg(locked.key) into free
    from (select p.key from people p where p.team_id = team and p.key = any(known) order by p.key for update skip locked) locked;
    select array_agg(p.key), array_agg(case when p.key = any(free) then greatest(
        (select max(e.last_at) from person_events e where e.team_id = team and e.person_key = p.key),
        (select max(t.at) from touches t where t.team_id = team and t.person_key = p.key)) else '9999-12-31Z' end)
    into active, times
    from people p where p.team_id = team and p.key = any(known);
  end if;

  -- The triggers that record this for processes of the previous version rest meanwhile.
  perform set_config('tidings.noted', 'yes', true);
  with given as materialized (
    select g.*, g.status::"SubscriberStatus" as first_status, a.at as engaged_at,
      coalesce(g.subscribed_at, case when g.joins then now() end) as joined_at,
      case when g.status = 'unsubscribed' then coalesce(g.unsubscribed_at, now()) end as left_at
    from jsonb_to_recordset(added) as g(
      id uuid, list uuid, person uuid, email text, status text, joins boolean, subscribed_at timestamptz,
      unsubscribed_at timestamptz, consent text, first_name text, last_name text, timezone text, locale text,
      added int[], attributes jsonb)
    left join unnest(active, times) as a(person, at) on a.person = g.person
  )
  insert into subscribers (team_id, id, list_id, person_key, email, status, subscribed_at, unsubscribed_at, consent, tag_ids,
    attributes, removals, first_name, last_name, timezone, locale, engaged_at, import_id)
  select team, g.id, g.list, g.person, g.email, g.first_status, g.joined_at, g.left_at, g.consent, g.added,
    g.attributes, removing, g.first_name, g.last_name, g.timezone, g.locale, g.engaged_at, by_import
  from given g order by g.id;
  perform set_config('tidings.noted', '', true);

  perform signal_subscribers(team, by_import is not null, added);
  if exists (select 1 from webhooks w where w.team_id = team and w.enabled) then
    perform tell_webhooks_of_subscribers(team, added);
  end if;
end
$$;
