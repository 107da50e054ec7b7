-- Changes subscribers whose rows are locked, and records the changes. An entry of `given` names what changes. `joins`: they join the
-- list now, for the first time or again. `fields`: names, time zone, language. `added`, `removed`: tags. `attributes`, `without`: new
-- attributes, and keys to remove; `cleared`: all former ones go. `at_provider`: the provider at which they unsubscribed.
create or replace function change_subscribers(team int, by_import uuid, at_provider text, given jsonb)
returns void
language plpgsql as $$
#variable_conflict use_column
declare
  at timestamptz := now();
  removing jsonb;
  numbers int[];
  ids uuid[] := array(select g.id from jsonb_to_recordset(given) g(id uuid));
  told boolean := exists (select 1 from webhooks w where w.team_id = team and w.enabled);
  changes jsonb;
begin
  -- The removals of contact fields in progress. Rows that are written after them name them.
  select jsonb_agg(jsonb_build_object('number', c.number, 'key', c.key)), array_agg(c.number) into removing, numbers
  from field_changes c where c.team_id = team and c.finished_at is null and c.type is null;

  -- The triggers that record this for processes of the previous version rest meanwhile.
  perform set_config('tidings.noted', 'yes', true);
  with next as materialized (
    select s.id, s.person_key as person, s.list_id as list, s.status as was, v.*,
      (s.first_name, s.last_name, s.timezone, s.locale, s.attributes)
        is distinct from (v.first_name, v.last_name, v.timezone, v.locale, v.attributes) as updated
    from jsonb_to_recordset(given) g(
      id uuid, status "SubscriberStatus", joins boolean, subscribed_at timestamptz, unsubscribed_at timestamptz, consent text,
      fields jsonb, added int[], removed int[], attributes jsonb, without text[], cleared boolean)
    join subscribers s on s.team_id = team and s.id = any(ids) and s.id = g.id, lateral (select
    coalesce(g.status, s.status) as status, case when g.joins then coalesce(g.subscribed_at, at) else s.subscribed_at end as joined_at,
    case when g.joins then null when g.status is distinct from 'unsubscribed' then s.unsubscribed_at
      else coalesce(case when s.status = 'unsubscribed' then s.unsubscribed_at end, g.unsubscribed_at, at) end as left_at,
    coalesce(g.consent, s.consent) as consent, field_of(g.fields, 'first_name', s.first_name) as first_name,
    field_of(g.fields, 'last_name', s.last_name) as last_name, field_of(g.fields, 'timezone', s.timezone) as timezone,
    field_of(g.fields, 'locale', s.locale) as locale, array(select t from unnest(g.added) t where t <> all(s.tag_ids)) as added,
    case when g.removed && s.tag_ids then array(
      select t.id from tags t where t.team_id = team and t.id = any(g.removed) and t.id = any(s.tag_ids)) else '{}' end as removed,
    case when g.removed && s.tag_ids then array(select t from unnest(s.tag_ids) t where t <> all(g.removed)) else s.tag_ids end as kept,
    merged_attributes(s.attributes, s.removals, removing, g.cleared, g.attributes, g.without) as attributes) v
  ), changed as (
    update subscribers s set status = n.status, subscribed_at = n.joined_at, unsubscribed_at = n.left_at,
      consent = n.consent, first_name = n.first_name, last_name = n.last_name, timezone = n.timezone, locale = n.locale,
      tag_ids = n.kept || n.added, attributes = n.attributes,
      updated_at = case when n.was <> n.status or n.updated or n.added || n.removed <> '{}' then at else s.updated_at end
    from next n where s.team_id = team and s.id = n.id
    returning n.id, n.person, n.list, n.was, n.status, n.added, n.removed, n.updated
  )
  select jsonb_agg(c) into changes from changed c where c.was <> c.status or c.added || c.removed <> '{}' or c.updated and told;
  if numbers is not null then
    update subscribers s set removals = array(select distinct unnest(s.removals || numbers)) where s.team_id = team and s.id = any(ids);
  end if;
  perform set_config('tidings.noted', '', true);

  if changes is not null then
    perform record_subscriber_changes(team, by_import, at_provider, changes);
    perform signal_subscribers(team, by_import is not null, changes);
    if told then
      perform tell_webhooks_of_subscribers(team, changes);
    end if;
  end if;
end
$$;
