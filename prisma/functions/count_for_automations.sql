-- Adds sent transactional mails to the automation steps that wrote them. Automations that are deleted meanwhile are left out.
create or replace function count_for_automations(team int, taken outcomes[])
returns void
language plpgsql as $$
declare
  mails uuid[] := array(select mail_id from unnest(taken) where mail_id is not null and state = 'sent');
begin
  if mails = '{}' then
    return;
  end if;
  perform 1 from automations a where a.team_id = team and a.id in (
    select m.automation_id from transactional_mails m where m.team_id = team and m.id = any(mails) and m.automation_id is not null)
  order by a.id for key share;

  insert into automation_counts as known (team_id, automation_id, step, what, detail, holder, count)
  select team, m.automation_id, m.automation_step, 'sent', '', 0, count(*)
  from transactional_mails m join automations a on a.team_id = team and a.id = m.automation_id
  where m.team_id = team and m.id = any(mails) group by 2, 3 order by 2, 3
  on conflict (team_id, automation_id, step, what, detail, holder) do update set count = known.count + excluded.count;
end
$$;
