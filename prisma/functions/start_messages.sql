-- The last check before sending: once started, a message may arrive even if this process dies. Starts those of the team's claimed
-- messages, whose rows are locked, that may leave now, and returns their indexes. `targets`: the suppressions that would hold the
-- recipients back.
create or replace function start_messages(team int, starts jsonb, lease_seconds float8)
returns table (index int)
language plpgsql as $$
#variable_conflict use_column
declare
  -- By a list of ids an index is read. A join alone, planned while the team had few messages, would read all of a new campaign's.
  ids uuid[] := array(select g.id from jsonb_to_recordset(starts) g(id uuid));
begin
  return query
  with checked as materialized (
    select g.index, m.id, now() + make_interval(secs => lease_seconds) as lease_until,
      m.state = 'claimed' and m.lease_until > now() as is_ours,
      exists (select 1 from teams t where t.id = team and t.status = 'active') as team_is_active,
      m.kind <> 'confirmation' or exists (
        select 1 from subscribers s where s.team_id = team and s.id = m.subscriber_id
          and (s.status = 'unconfirmed' or (s.status = 'subscribed' and s.subscribed_at < m.created_at))) as is_awaited,
      m.kind <> 'campaign' or exists (
        select 1 from campaigns c where c.team_id = team and c.id = m.campaign_id and c.status = 'sending') as campaign_is_sending,
      m.campaign_id is null or exists (
        select 1 from mailings g join subscribers s on s.team_id = team and s.list_id = g.list_id
        where g.team_id = team and g.id = m.campaign_id and s.person_key = m.person_key and s.status = 'subscribed') as is_subscribed,
      exists (select 1 from suppressions s where s.team_id = team and s.target = any(g.targets)) as is_suppressed
    from jsonb_to_recordset(starts) as g(index int, id uuid, fence int, targets text[])
    join messages m on m.team_id = team and m.id = any(ids) and m.id = g.id and m.fence = g.fence
  )
  update messages m set state = 'sending', lease_until = c.lease_until
  from checked c
  where m.team_id = team and m.id = c.id
    and c.is_ours and c.team_is_active and c.is_awaited and c.campaign_is_sending and c.is_subscribed and not c.is_suppressed
  returning c.index;
end
$$;
