-- Writes the outcomes that some webhook of the team wants as notifications, one row for each kind. Tests are not told.
create or replace function tell_webhooks_of_outcomes(team int, taken outcomes[])
returns void
language plpgsql as $$
begin
  if not exists (select 1 from webhooks w where w.team_id = team and w.enabled) then
    return;
  end if;
  insert into webhook_notifications (team_id, kind, facts, at)
  select team, told.kind, jsonb_agg(told.entry), now()
  from (
    select 'mail.' || o.state as kind, g.list_id as list, jsonb_build_object(
      'id', coalesce(o.mail_id, o.message_id), 'mail', o.mail_id, 'message', case when o.mail_id is null then o.message_id end,
      'person', o.person_key, 'list', g.list_id) as entry
    from unnest(taken) o left join mailings g on g.team_id = team and g.id = o.campaign_id
    where o.state in ('sent', 'failed') and o.kind in ('transactional', 'campaign', 'automation') and not exists (
      select 1 from transactional_mails t where t.team_id = team and t.id = o.mail_id and t.is_test)) told
  where exists (
    select 1 from webhooks w where w.team_id = team and w.enabled and w.kinds && array['*', told.kind]
      and (told.list is null or w.list_id is null or w.list_id = told.list))
  group by told.kind;
end
$$;
