-- The last check before sending: once started, a message may arrive even if this process dies. Starts those of the team's claimed
-- messages, whose rows are locked, that may leave now, and returns their indexes. `targets`: the suppressions that would hold the
-- recipients back. Each statement reads one table by keys, so that a cluster keeps its plan (docs/adr/0044).
create or replace function start_messages(team int, starts jsonb, lease_seconds float8)
returns table (index int)
language plpgsql as $$
#variable_conflict use_column
declare
  leased_until timestamptz := now() + make_interval(secs => lease_seconds);
  given uuid[];
  given_fences int[];
  indexes int[];
  ids uuid[];
  fences int[];
  kinds text[];
  campaigns_of uuid[];
  persons uuid[];
  subscribers_of uuid[];
  times timestamptz[];
  suppressed text[] := array(select t.target from jsonb_to_recordset(starts) g(targets text[]), unnest(g.targets) t(target));
  barred uuid[];
  unawaited uuid[];
  not_sending uuid[];
  unsubscribed uuid[];
  known uuid[];
  known_times timestamptz[];
  lists uuid[];
  members uuid[];
  lists_of uuid[];
begin
  perform 1 from teams t where t.id = team and t.status = 'active';
  if not found then
    return;
  end if;
  select array_agg(g.id), array_agg(g.fence), array_agg(g.index) into given, given_fences, indexes
  from jsonb_to_recordset(starts) as g(id uuid, fence int, index int);
  select array_agg(m.id), array_agg(m.fence), array_agg(m.kind::text), array_agg(m.campaign_id), array_agg(m.person_key),
    array_agg(m.subscriber_id), array_agg(m.created_at)
  into ids, fences, kinds, campaigns_of, persons, subscribers_of, times
  -- The state as text: by an index of states, all claimed messages of the team would be read.
  from messages m where m.team_id = team and m.id = any(given) and m.state::text = 'claimed' and m.lease_until > now();
  select array_agg(s.target) into suppressed from suppressions s where s.team_id = team and s.target = any(suppressed);
  if suppressed is not null then
    barred := array(select g.id from jsonb_to_recordset(starts) as g(id uuid, targets text[]) where g.targets && suppressed);
  end if;
  if 'confirmation' = any(kinds) then
    select array_agg(s.id), array_agg(case when s.status = 'unconfirmed' then '-infinity' else s.subscribed_at end)
    into known, known_times
    from subscribers s where s.team_id = team and s.id = any(subscribers_of) and s.status in ('unconfirmed', 'subscribed');
    unawaited := array(
      select m.id from unnest(ids, kinds, subscribers_of, times) m(id, kind, subscriber, created_at)
      where m.kind = 'confirmation' and not exists (
        select 1 from unnest(known, known_times) s(id, since) where s.id = m.subscriber and s.since < m.created_at));
  end if;
  if 'campaign' = any(kinds) then
    select array_agg(c.id) into known from campaigns c where c.team_id = team and c.id = any(campaigns_of) and c.status = 'sending';
    not_sending := array(
      select m.id from unnest(ids, kinds, campaigns_of) m(id, kind, campaign)
      where m.kind = 'campaign' and m.campaign = any(known) is not true);
  end if;
  if array_remove(campaigns_of, null) <> '{}' then
    select array_agg(g.id), array_agg(g.list_id) into known, lists from mailings g where g.team_id = team and g.id = any(campaigns_of);
    select array_agg(s.person_key), array_agg(s.list_id) into members, lists_of
    from subscribers s
    where s.team_id = team and s.person_key = any(persons) and s.list_id = any(lists) and s.status = 'subscribed';
    unsubscribed := array(
      select m.id from unnest(ids, campaigns_of, persons) m(id, campaign, person)
      where m.campaign is not null and not exists (
        select 1 from unnest(known, lists) g(id, list) join unnest(members, lists_of) s(person, list) on s.list = g.list
        where g.id = m.campaign and s.person = m.person));
  end if;

  select array_agg(m.id), array_agg(g.index) into ids, indexes
  from unnest(ids, fences) m(id, fence) join unnest(given, given_fences, indexes) g(id, fence, index) on g.id = m.id and g.fence = m.fence
  where m.id <> all(barred || unawaited || not_sending || unsubscribed || '{}');
  update messages m set state = 'sending', lease_until = leased_until where m.team_id = team and m.id = any(ids);
  return query select * from unnest(indexes);
end
$$;
