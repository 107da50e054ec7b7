-- Notifies the webhooks that want it of campaigns that paused because of bounces or complaints.
create or replace function tell_webhooks_of_pauses(team int, campaigns uuid[])
returns void
language plpgsql as $$
begin
  insert into webhook_notifications (team_id, kind, facts, at)
  select team, 'campaign.paused', jsonb_agg(jsonb_build_object('id', c.id, 'list', c.list_id)), now()
  from campaigns c
  where c.team_id = team and c.id = any(campaigns) and exists (
    select 1 from webhooks w where w.team_id = team and w.enabled and w.kinds && array['*', 'campaign.paused']
      and (w.list_id is null or w.list_id = c.list_id))
  having count(*) > 0;
end
$$;
